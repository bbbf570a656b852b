import { type Finding, findingsOf } from '../../process/finding.ts';
import { senderWarning } from './sandbox-sender.ts';

const TIMEOUT_MS = 10_000;

const { ok, warning, failed } = findingsOf('Resend');

/** Proves the key and the domain of the sender. */
export async function checkResend({
  apiKey,
  from,
}: {
  readonly apiKey: string;
  readonly from: string;
}): Promise<Finding[]> {
  const unsent = senderWarning({ mail: { kind: 'resend', from } });
  if (unsent !== null) return [failed(unsent)];
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const sdk = await import('resend');
  const resend = new sdk.Resend(apiKey);
  const { data, error } = await resend.domains.list({ limit: 100 }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (error?.name === 'restricted_api_key')
    return [
      warning(`The domain ${domain} is not checked: the key may only send. A key with full access can be checked.`),
    ];
  if (error?.statusCode === 401 || error?.statusCode === 403 || error?.name === 'validation_error')
    return [failed('Resend rejects the key. Create one at resend.com/api-keys and set RESEND_API_KEY.')];
  if (error)
    return [failed(`No usable response from Resend (${error.name}). Check that this machine reaches api.resend.com.`)];
  const owned = data.data.find(({ name }) => domain === name || domain.endsWith(`.${name}`));
  if (!owned) return [failed(`${domain} is not among the account's domains. Add it at resend.com/domains.`)];
  if (owned.status !== 'verified')
    return [
      failed(`${owned.name} is ${owned.status}. Add its DNS records (SPF, DKIM), as resend.com/domains lists them.`),
    ];
  return [ok(`the key is good, and ${owned.name} is verified`)];
}
