import { randomBytes } from 'node:crypto';
import type { Handler as HonoHandler } from 'hono';
import type { Site } from '#shared/site.ts';
import { readFlash } from '../http/flash-cookie.ts';
import type { Sealer } from '../http/sealing.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import { pagePolicy } from '../middleware/security-headers.ts';
import { contextOf } from '../rpc/context.ts';
import { ownHold } from '../rpc/own-hold.ts';
import { handlers } from '../rpc/registry.ts';
import { callInProcess } from '../rpc/run.ts';
import type { Services } from '../services.ts';
import type { PageRequest } from './render-page.tsx';

/** Characters of an address beside its path: scheme, host and query. */
const LONGEST_QUERY = 4096 + 300;

interface PageParts {
  readonly services: Services;
  readonly sealer: Sealer;
  readonly renderPage: (page: PageRequest) => Promise<Response>;
}

/** Answers with pages: its calls run in process, and it takes what a form post may have left for it. */
export function servePages({ services, sealer, renderPage }: PageParts): HonoHandler<{ Variables: RequestVariables }> {
  const { config, clock, log, payments } = services;
  const site: Site = {
    name: config.appName,
    email: config.email,
    phone: config.showPhone ? config.phone : null,
    origin: config.publicUrl,
    profiles: config.socialLinks,
    takesRealMoney: payments.takesRealMoney,
    timeZone: config.timeZone,
  };
  return async (c) => {
    if (c.req.url.length - c.req.path.length > LONGEST_QUERY) return c.text('The address is too long.', 414);
    const context = contextOf(services, sealer, c);
    const { id } = context.request;
    const nonce = randomBytes(16).toString('base64');
    const onError = (error: unknown) => log.error({ err: error, request: id }, 'page failed');
    const flash = readFlash(context.cookies, sealer, c.req.path, clock.now());
    // What somebody typed must not be found on the disk of a shared machine.
    const isPersonal = flash !== null || ownHold(context.cookies) !== null;
    const response = await renderPage({
      request: c.req.raw,
      id,
      nonce,
      rpc: callInProcess(handlers, context, onError),
      site,
      flash,
      onError,
    });
    const { headers } = response;
    headers.set('content-security-policy', pagePolicy(nonce, payments.payOrigin));
    headers.set('cache-control', isPersonal ? 'no-store' : 'private, no-cache');
    for (const cookie of context.cookies.changes) headers.append('set-cookie', cookie);
    if (c.req.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, response);
  };
}
