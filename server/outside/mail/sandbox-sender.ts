import type { Config } from '../../process/config.ts';

const SANDBOX_DOMAIN = 'resend.dev';

/** Warns if the configured sender reaches no customers. */
export function senderWarning({ mail }: { readonly mail: Pick<Config['mail'], 'kind' | 'from'> }): string | null {
  if (mail.kind !== 'resend' || !mail.from.toLowerCase().endsWith(`@${SANDBOX_DOMAIN}`)) return null;
  return `${mail.from} reaches only the holder of the Resend account. Verify a domain at resend.com/domains and set RESEND_FROM to an address on it.`;
}
