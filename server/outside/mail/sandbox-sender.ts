import type { Config } from '../../process/config.ts';

/** Resend's sender for trials, and the default of `RESEND_FROM`. */
const SANDBOX_DOMAIN = 'resend.dev';

/** Warns if customers get no mail from the configured sender; null if they do. */
export function senderWarning({ mail }: { readonly mail: Pick<Config['mail'], 'kind' | 'from'> }): string | null {
  if (mail.kind !== 'resend' || !mail.from.toLowerCase().endsWith(`@${SANDBOX_DOMAIN}`)) return null;
  return `${mail.from} reaches only the holder of the Resend account. Verify a domain at resend.com/domains and set RESEND_FROM to an address on it.`;
}
