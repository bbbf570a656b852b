import { type Context, Hono } from 'hono';
import { isUnavailable } from '#db/read-model-faults.ts';
import { StoreSealed } from '#db/sealed.ts';
import { contract } from '#shared/contract.ts';
import type { Asset } from './assets/load-assets.ts';
import { serveAssets } from './assets/serve-assets.ts';
import { fulfil } from './bookings/fulfil.ts';
import { reviewRefund } from './bookings/refund.ts';
import { RETURN_PATH } from './bookings/paths.ts';
import { calendarRoute } from './calendar/route.ts';
import { handlers } from './calls.ts';
import { exportRoute } from './export-route.ts';
import { healthRoutes } from './health.ts';
import { inWords } from './http/in-words.ts';
import { only } from './http/only.ts';
import { Sealer } from './http/sealing.ts';
import { manageLinkRoute } from './manage-link.ts';
import { canonicalAddress } from './middleware/canonical-path.ts';
import { compression } from './middleware/compression.ts';
import { inTurn } from './middleware/in-turn.ts';
import { knownHost } from './middleware/known-host.ts';
import { limited } from './middleware/limited.ts';
import { type RequestVariables, accessLog, requestId } from './middleware/request-log.ts';
import { addressSize, bodySize } from './middleware/request-size.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { paymentReturn } from './payment-return.ts';
import { RecentNotices } from './recent-notices.ts';
import { servePages } from './render/pages.ts';
import type { PageRequest } from './render/render-page.tsx';
import { contextOf } from './rpc/context.ts';
import { knownAs, payerOf } from './rpc/known-customer.ts';
import { mountRpc } from './rpc/mount.ts';
import { WHILE_NOTHING_IS_SAVED } from './rpc/failure.ts';
import type { Services } from './services.ts';
import { webhookRoutes } from './webhooks.ts';

export type App = Hono<{ Variables: RequestVariables }>;

export interface AppParts {
  readonly services: Services;
  /** The built files; none while Vite serves the sources. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** Pages of the local stand-ins, as far as any are in use. */
  readonly devRoutes: Hono;
  readonly renderPage: (page: PageRequest) => Promise<Response>;
}

/** The whole HTTP surface over its parts. It opens nothing and listens to nothing: tests call it as it is. */
export function createApp({ services, assets, devRoutes, renderPage }: AppParts): App {
  const { config, clock, log, payments, store } = services;
  const sealer = new Sealer(config.cookieSecret);
  const limiting = { limiter: services.limiter, trustedProxy: config.trustedProxy };
  const isOwn = (origin: string, host: string) =>
    origin === config.publicUrl || (config.anyHost && origin === `http://${host}`);

  const app: App = new Hono();
  app.use(requestId);
  app.use(securityHeaders({ isHttps: config.publicUrl.startsWith('https:') }));
  if (services.turns) app.use(inTurn(services.turns, config.trustedProxy));
  app.use(accessLog(log));
  app.use(knownHost(config.hosts));
  app.use(addressSize);
  app.use(bodySize);
  app.use(compression);
  app.use(serveAssets(assets));
  app.use(canonicalAddress);
  app.use(sameOrigin(isOwn));
  app.use('/webhooks/*', limited('webhook', limiting));
  const comesBackAs = (c: Context) => {
    const context = contextOf(services, sealer, c);
    return knownAs(context) ?? payerOf(context, c.req.query('checkout') ?? '');
  };
  app.use(RETURN_PATH, limited('paymentReturn', { ...limiting, knownAs: comesBackAs }));
  app.use('/book/confirmation', limited('lookUp', limiting));
  app.use('/book/calendar/*', limited('lookUp', limiting));
  app.use('/booking/*', limited('lookUp', limiting));
  const byAccount = {
    ...limiting,
    keyOf: (c: Context) => contextOf(services, sealer, c).signIn.current?.account ?? null,
  };
  app.use('/app/profile/export', limited('exportData', byAccount));
  app.use('/app/*', limited('ownPages', byAccount));
  for (const path of ['/manage/*', '/reset-password', '/sign-in-here', '/verify-email']) {
    app.use(path, limited('link', limiting));
  }

  app.route('/', healthRoutes({ probe: () => (store.unready === null ? [] : [store.unready]) }));
  mountRpc(app, { contract, handlers, contextOf: (c) => contextOf(services, sealer, c) });
  app.route(
    '/',
    webhookRoutes({
      payments,
      clock,
      log,
      seen: new RecentNotices(),
      fulfil: (checkout, notice) => fulfil(services, checkout, { correlation: notice }),
      reviewRefund: (refund, notice) => reviewRefund(services, refund, { correlation: notice }),
    }),
  );
  app.route('/', paymentReturn(services, sealer));
  app.route('/', calendarRoute(services, sealer));
  app.route('/', exportRoute(services, sealer));
  app.route('/', manageLinkRoute(services, sealer));
  app.route('/', devRoutes);
  app.get('*', servePages({ services, sealer, renderPage, keeps: assets.size > 0 }));
  app.all('*', only('GET', 'HEAD'));

  const nothingIsSaved = (c: Context<{ Variables: RequestVariables }>) => {
    c.set('refusal', 'storage-down');
    const headers = { 'retry-after': String(WHILE_NOTHING_IS_SAVED), 'cache-control': 'no-store' };
    const words = `We can’t open our booking records at the moment. Try again in a few minutes, or email ${config.email}.`;
    return inWords(c, words, 503, headers);
  };
  app.notFound((c) => inWords(c, 'There’s nothing at this address.', 404));
  app.onError((error, c) => {
    if (!(error instanceof StoreSealed)) log.error({ err: error, request: c.get('requestId') }, 'request failed');
    if (isUnavailable(error)) return nothingIsSaved(c);
    const request = c.get('requestId');
    const words = `It’s our fault. Go back and try again. If it keeps failing, email ${config.email} with this code: ${request}.`;
    return inWords(c, words, 500);
  });
  return app;
}
