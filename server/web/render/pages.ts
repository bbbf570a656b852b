import { randomUUID } from 'node:crypto';
import type { Context as HonoContext, Handler as HonoHandler } from 'hono';
import type { AppRpc } from '#shared/calls/contract.ts';
import { civilDateAt } from '#events/business-time.ts';
import { pricesOn } from '#shared/booking/prices.ts';
import type { Connected, Site } from '#shared/business/site.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { isLoaded } from '#shared/measuring/consent.ts';
import { SCRIPT_COOKIE, WHOLE_PAGE } from '#shared/script-cookie.ts';
import { seeOther, dropLongQuery } from '../http/responses.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import { pagePolicy } from '../middleware/security-headers.ts';
import type { Config } from '../../process/config.ts';
import type { Log } from '../../process/log.ts';
import type { AnswerWithPage } from '../rpc/answer-form.ts';
import type { RequestContext } from '../rpc/handler.ts';
import { PageCache, type PageCacheParts, type PageToSend } from './page-cache.ts';
import { PRIVATE_PAGE, isPersonalPath } from './public-pages.ts';
import { tagManagerFor } from '../consent/consent.ts';
import type { PageRequest } from './render-page.tsx';

type Env = { Variables: RequestVariables };

interface PageParts<Context extends RequestContext> {
  readonly services: {
    readonly config: Config;
    readonly log: Log;
    readonly payments: { readonly takesRealMoney: boolean; readonly payOrigin: string | null };
    readonly store: { handleStorageError(error: unknown): void };
  } & Pick<PageCacheParts, 'clock' | 'liveAvailability'>;
  readonly contextOf: (c: HonoContext<Env>) => Context;
  readonly callsOf: (context: Context, report: (error: unknown) => void) => AppRpc;
  readonly renderPage: (page: PageRequest) => Promise<Response>;
  readonly cachesPages: boolean;
}

function connectedServices({ payments, mail, webhooks, webhookCustomerData, objectStorage }: Config): Connected {
  const sent = webhookCustomerData ? 'bookings-and-customers' : 'bookings';
  return {
    stripe: payments.kind === 'stripe',
    resend: mail.kind === 'resend',
    svix: webhooks.kind === 'svix' ? sent : 'none',
    storage: objectStorage.kind === 's3',
  };
}

/** Shown once: the next page removes it. */
function takeFlash({ cookies }: Pick<RequestContext, 'cookies'>, page: string): Flash | null {
  const flash = cookies.get('flash');
  cookies.delete('flash');
  return flash?.page === page ? { fields: {}, values: {}, ...flash } : null;
}

export function createPages<Context extends RequestContext>({
  services,
  contextOf,
  callsOf,
  renderPage,
  cachesPages,
}: PageParts<Context>): { servePage: HonoHandler<Env>; answerWithPage: AnswerWithPage<Context> } {
  const { config, log, payments, store, clock, liveAvailability } = services;
  const common: Omit<Site, 'tagManager' | 'prices'> = {
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

  function partsOf(c: HonoContext<Env>, context: Context) {
    const { id } = context.request;
    const tagManager = tagManagerFor(config, c.req.raw.headers, context.cookies);
    const isTagged = tagManager !== null && (isLoaded(tagManager) || tagManager.consent === 'open');
    const onError = (error: unknown) => {
      store.handleStorageError(error);
      log.error({ err: error, request: id }, 'page failed');
    };
    const prices = pricesOn(civilDateAt(clock.now(), config.timeZone));
    const outside = { payOrigin: payments.payOrigin, isTagged };
    const page = { id, site: { ...common, prices, tagManager }, onError };
    return { page, outside, makeCalls: () => callsOf(context, onError) };
  }

  async function renderForVisitor({ page, makeCalls, outside, cacheControl }: PageToSend): Promise<Response> {
    const nonce = randomUUID();
    const response = await renderPage({ ...page, rpc: makeCalls(), nonce });
    const { headers } = response;
    headers.set('content-security-policy', pagePolicy(nonce, outside));
    headers.set('cache-control', cacheControl);
    if (PRIVATE_PAGE.test(new URL(page.request.url).pathname)) headers.set('referrer-policy', 'same-origin');
    return response;
  }

  async function servePage(c: HonoContext<Env>): Promise<Response> {
    const context = contextOf(c);
    const { page, ...parts } = partsOf(c, context);
    const { cookies, signIn } = context;
    const isForOneVisitor = signIn.isSent || cookies.get('hold') !== null || cookies.get('flash') !== null;
    // The visitor may never see a prefetched page, so its notice stays.
    const isPrefetch = c.req.header('sec-purpose')?.startsWith('prefetch') === true;
    const flash = isPrefetch ? null : takeFlash(context, c.req.path);
    const runsScripts = cookies.hasScriptCookie(SCRIPT_COOKIE) && c.req.query(WHOLE_PAGE) === undefined;
    const shown = Promise.withResolvers<void>();
    c.set('onFirstPart', shown.resolve);
    // Browsers of shared machines must not store what a visitor typed or received.
    const isPersonal = isForOneVisitor || isPersonalPath(c.req.path);
    // After consent is withdrawn, Back must not restore a page with the tag manager.
    const mayWithdraw = page.site.tagManager?.consent === 'accepted';
    const toSend = {
      ...parts,
      page: { ...page, request: c.req.raw, flash, whenShown: runsScripts ? shown.promise : null },
      cacheControl: isPersonal || mayWithdraw ? 'no-store' : 'private, no-cache',
    };
    const cached = cachesPages && !isForOneVisitor ? await pageCache.respond(c, toSend) : null;
    if (cached) return cached;
    const response = await renderForVisitor(toSend);
    for (const cookie of cookies.changes) response.headers.append('set-cookie', cookie);
    if (c.req.method === 'HEAD') await response.body?.cancel();
    return response;
  }

  /** The caller sends the cookies. */
  const answerWithPage: AnswerWithPage<Context> = async (c, context, { to: path, flash, status }) => {
    const to = dropLongQuery(path);
    const { page, ...parts } = partsOf(c, context);
    const { headers, signal } = c.req.raw;
    const request = new Request(new URL(to, config.publicUrl), { headers, signal });
    const isPersonal = context.signIn.isSent || isPersonalPath(new URL(request.url).pathname);
    // On Back from paying, browsers ask before they repeat a post that they may not store.
    const cacheControl = isPersonal ? 'no-store' : 'private, no-cache';
    const answer = { ...page, request, flash, status, address: to };
    const response = await renderForVisitor({ ...parts, page: answer, cacheControl });
    const location = response.headers.get('location');
    if (location !== null) return seeOther(c, location);
    response.headers.set('content-location', request.url.slice(config.publicUrl.length));
    return response;
  };

  return { servePage, answerWithPage };
}
