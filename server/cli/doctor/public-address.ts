import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../../process/finding.ts';

const site = findingsOf('PUBLIC_URL');
const redirects = findingsOf('REDIRECT_HOSTS');

/** Requests the running site at its public address, and at each other host name, which must redirect to it. */
export async function checkAddresses(publicUrl: string, redirected: Iterable<string>): Promise<Finding[]> {
  return Promise.all([checkSite(publicUrl), ...Array.from(redirected, (name) => checkRedirect(name, publicUrl))]);
}

async function checkSite(publicUrl: string): Promise<Finding> {
  const response = await fetchOrError(`${publicUrl}/healthz`);
  if (typeof response === 'string')
    return site.failed(
      `${publicUrl} doesn't answer: ${response}. Check DNS, the certificate, and that the server runs.`,
    );
  const { status } = (await response.json().catch(() => ({}))) as { status?: unknown };
  if (response.ok && status === 'alive') return site.ok(`${publicUrl} answers`);
  return site.failed(`${publicUrl}/healthz isn't this site's (${response.status}). Check DNS and the proxy in front.`);
}

async function checkRedirect(name: string, publicUrl: string): Promise<Finding> {
  const response = await fetchOrError(`https://${name}/`);
  if (typeof response === 'string')
    return redirects.failed(`https://${name} doesn't answer: ${response}. Add its DNS record and its certificate.`);
  await response.body?.cancel();
  if (response.headers.get('location')?.startsWith(publicUrl))
    return redirects.ok(`https://${name} redirects to ${publicUrl}`);
  return redirects.failed(`https://${name} doesn't redirect to ${publicUrl} (${response.status}). Restart the server.`);
}

/** The response, or an error code such as ENOTFOUND. */
async function fetchOrError(url: string): Promise<Response | string> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: unknown } };
    return typeof cause?.code === 'string' ? cause.code : name;
  }
}
