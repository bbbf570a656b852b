import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../../process/finding.ts';
import type { SvixParts } from './svix.ts';
import { statusOf } from './svix-answers.ts';

const { ok, warning, failed } = findingsOf('Svix');

export async function checkSvix({
  token,
  serverUrl,
  application: { uid },
}: Pick<SvixParts, 'token' | 'serverUrl' | 'application'>): Promise<Finding[]> {
  const { Svix } = await import('svix');
  const svix = new Svix(token, { requestTimeout: CHECK_TIMEOUT_MS, ...(serverUrl !== null && { serverUrl }) });
  try {
    const { data } = await svix.endpoint.list(uid);
    const active = data.filter(({ disabled }) => !disabled).length;
    if (active === 0)
      return [warning(`The application ${uid} has no active endpoint. Add one under /app/admin/stats, Webhooks.`)];
    return [ok(`the token is good; application ${uid} has active endpoints: ${active}`)];
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) return [ok(`the token is good; the server creates the application ${uid} at its next start`)];
    if (status === 401 || status === 403)
      return [failed('Svix rejects the token. Create one in its dashboard, under API Access, and set SVIX_TOKEN.')];
    return [failed(`No usable response from Svix (${status ?? 'none'}). Check SVIX_SERVER_URL and the network.`)];
  }
}
