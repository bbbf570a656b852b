import type { Resend } from 'resend';
import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../../process/finding.ts';
import { NEEDED_EVENTS } from './mail-notices.ts';
import { senderWarning } from './resend.ts';

const { ok, warning, failed } = findingsOf('Resend');
const webhook = findingsOf('Resend webhook');

interface CheckedResend {
  readonly apiKey: string;
  readonly from: string;
  readonly publicUrl: string;
}

export async function checkResend({ apiKey, from, publicUrl }: CheckedResend): Promise<Finding[]> {
  const problem = senderWarning({ mail: { kind: 'resend', from } });
  if (problem !== null) return [failed(problem)];
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const sdk = await import('resend');
  const resend = new sdk.Resend(apiKey);
  const { data, error } = await resend.domains.list({ limit: 100 }, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
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
  return [ok(`the key is good, and ${owned.name} is verified`), await checkWebhook(resend, publicUrl)];
}

async function checkWebhook(resend: Resend, publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/webhooks/resend`;
  const events = NEEDED_EVENTS.join(', ');
  const { data, error } = await resend.webhooks.list({ limit: 100 }, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  if (error) return webhook.warning(`Not checked: Resend doesn't list webhooks (${error.name}).`);
  const found = data.data.find(({ endpoint, status }) => endpoint === url && status === 'enabled');
  if (!found) return webhook.failed(`No enabled webhook for ${url}. Add it at resend.com/webhooks, with: ${events}.`);
  const missing = NEEDED_EVENTS.filter((event) => found.events?.includes(event) === false);
  if (missing.length > 0)
    return webhook.failed(
      `The webhook for ${url} is missing events. Add at resend.com/webhooks: ${missing.join(', ')}.`,
    );
  return webhook.ok(`${url} gets all events`);
}
