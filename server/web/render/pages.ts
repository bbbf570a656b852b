import { randomUUID } from 'node:crypto';
import type { Context as HonoContext, Handler as HonoHandler } from 'hono';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { Connected, Site } from '#shared/business/site.ts';
import { isLoaded } from '#shared/measuring/consent.ts';
import { SCRIPT_COOKIE, WHOLE_PAGE } from '#shared/script-cookie.ts';
import { readFlash } from '../http/flash.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import { pagePolicy } from '../middleware/security-headers.ts';
import { giveBackForm } from '../rpc/form-awaiting-sign-in.ts';
import type { Config } from '../../process/config.ts';
import type { Log } from '../../process/log.ts';
import type { RequestContext } from '../rpc/handler.ts';
import { PageCache } from './page-cache.ts';
import { PRIVATE_PAGE, SECRET_PAGE } from './public-pages.ts';
import { tagManagerFor } from '../consent/consent.ts';
import type { PageRequest } from './render-page.tsx';

type Env = { Variables: RequestVariables };

interface PageParts<Context extends RequestContext> {
  readonly services: {
    readonly config: Config;
    readonly log: Log;
    readonly payments: { readonly takesRealMoney: boolean; readonly payOrigin: string | null };
    readonly photos: { readonly uploadOrigin: string | null };
    readonly store: { noteFailure(error: unknown): void };
    readonly clock: { now(): number };
    /** How often availability has changed. */
    readonly liveAvailability: { readonly changes: number };
  };
  readonly contextOf: (c: HonoContext<Env>) => Context;
  /** The in-process calls of one request. */
  readonly callsOf: (context: Context, report: (error: unknown) => void) => AppRpc;
  readonly renderPage: (page: PageRequest) => Promise<Response>;
  /** Whether pages that are the same for every visitor are cached: not while their sources change. */
  readonly keeps: boolean;
}

/** The outside services that the settings name. */
function connectedServices({ payments, mail, webhooks, webhookCustomerData, objectStorage }: Config): Connected {
  const sent = webhookCustomerData ? 'bookings-and-customers' : 'bookings';
  return {
    stripe: payments.kind === 'stripe',
    resend: mail.kind === 'resend',
    svix: webhooks.kind === 'svix' ? sent : 'none',
    storage: objectStorage.kind === 's3',
  };
}

/** Renders pages: their calls run in process, and they show what a form post has left for them. */
export function servePages<Context extends RequestContext>({
  services,
  contextOf,
  callsOf,
  renderPage,
  keeps,
}: PageParts<Context>): HonoHandler<Env> {
  const { config, log, payments, photos, store, clock, liveAvailability } = services;
  const common: Omit<Site, 'tagManager'> = {
    name: config.appName,
    legal: config.legal,
    email: config.email,
    phone: config.showPhone ? config.phone : null,
    origin: config.publicUrl,
    profiles: config.socialLinks,
    takesRealMoney: payments.takesRealMoney,
    isStaging: config.staging,
    timeZone: config.timeZone,
    connected: connectedServices(config),
  };
  const vary = config.consent === 'ask' ? 'accept-encoding, cookie, sec-gpc' : 'accept-encoding, cookie';
  const pageCache = new PageCache({ renderPage, clock, liveAvailability, publicUrl: config.publicUrl, vary });
  return async (c) => {
    const context = contextOf(c);
    const { id } = context.request;
    const onError = (error: unknown) => {
      store.noteFailure(error);
      log.error({ err: error, request: id }, 'page failed');
    };
    // A page that is only fetched ahead may never be seen: what waits for another page stays.
    const isAhead = c.req.header('sec-purpose')?.startsWith('prefetch') === true;
    const flash = isAhead
      ? null
      : (readFlash(context.browser, c.req.path) ?? (await giveBackForm(context, c.req.path)));
    const isPrivate = PRIVATE_PAGE.test(c.req.path);
    const isSomebodys = flash !== null || context.browser.get('hold') !== null || context.signIn.isSent;
    // What a visitor typed or received must not be stored on the disk of a shared machine.
    const isPersonal = isPrivate || SECRET_PAGE.test(c.req.path) || isSomebodys;
    const runsScripts = context.cookies.hasOfScript(SCRIPT_COOKIE) && c.req.query(WHOLE_PAGE) === undefined;
    const tagManager = tagManagerFor(config, c.req.raw.headers, context.cookies);
    const site = { ...common, tagManager };
    const page = { request: c.req.raw, id, site, flash, runsScripts, onError };
    const isTagged = tagManager !== null && (isLoaded(tagManager) || tagManager.consent === 'open');
    // Where consent may be withdrawn, Back must not restore a page that goes on measuring.
    const mayWithdraw = isTagged && config.consent === 'ask';
    const cacheControl = isPersonal || mayWithdraw ? 'no-store' : 'private, no-cache';

    const outside = { payOrigin: payments.payOrigin, uploadOrigin: photos.uploadOrigin, isTagged };
    if (keeps && !isSomebodys) {
      const calls = () => callsOf(context, onError);
      const response = await pageCache.answerRequest(c, { page, callsOf: calls, outside, cacheControl });
      if (response && context.cookies.changes.length === 0) return response;
    }

    const nonce = randomUUID();
    const response = await renderPage({ ...page, nonce, rpc: callsOf(context, onError) });
    const { headers } = response;
    headers.set('content-security-policy', pagePolicy(nonce, outside));
    headers.set('cache-control', cacheControl);
    if (isPrivate) headers.set('referrer-policy', 'same-origin');
    for (const cookie of context.cookies.changes) headers.append('set-cookie', cookie);
    if (c.req.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, response);
  };
}
