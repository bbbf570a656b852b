import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { isStorageError } from '#db/open-store.ts';
import { FORM_PHOTOS_PATH, MOST_FORM_BYTES } from '#shared/booking/photos.ts';
import { contract } from '#shared/calls/contract.ts';
import type { AccountContext } from './accounts/context.ts';
import { clientFiles } from './executable/client-files.ts';
import { fulfil } from './bookings/buying/fulfil.ts';
import { reviewPayment } from './bookings/changing/refund.ts';
import { photoRoutes } from './bookings/routes/photos.ts';
import { RETURN_PATH } from './bookings/paths.ts';
import { calendarRoute } from './bookings/routes/calendar.ts';
import { handlers } from './calls.ts';
import { exportRoute } from './accounts/routes/export.ts';
import { healthRoutes } from './operations/health.ts';
import { textResponse, allowOnly } from './web/http/responses.ts';
import { Sealer } from './web/http/sealing.ts';
import { manageLinkRoute } from './bookings/routes/manage-link.ts';
import { CONSENT_PATH } from '#shared/measuring/consent.ts';
import { VITALS_PATH } from '#shared/measuring/vitals.ts';
import { canonicalAddress, knownHost } from './web/middleware/canonical-address.ts';
import { compression } from './web/middleware/compression.ts';
import { inFlight } from './web/middleware/in-flight.ts';
import { type RequestVariables, accessLog, requestId } from './web/middleware/request-log.ts';
import { addressSize, readBodies } from './web/middleware/request-size.ts';
import { sameOrigin, securityHeaders } from './web/middleware/security-headers.ts';
import { calendarFeedRoute } from './owner/routes/calendar-feed.ts';
import { statsFileRoute } from './owner/routes/stats-file.ts';
import { webhookPortalRoute } from './owner/routes/webhook-portal.ts';
import { paymentReturn } from './bookings/routes/payment-return.ts';
import { mailNotices, noticeRoutes, paymentNotices } from './bookings/routes/notices.ts';
import { createPages } from './web/render/pages.ts';
import { consentRoute } from './web/consent/consent.ts';
import { countVitals } from './visitors/page-vitals.ts';
import { siteFiles } from './visitors/routes/site-files.ts';
import { vitalsRoute } from './visitors/routes/vitals.ts';
import type { PageRequest } from './web/render/render-page.tsx';
import { requestContext, type Services } from './context.ts';
import { byAccount, byNetwork, byReader, limiting } from './web/rpc/limit-to.ts';
import { mountRpc } from './web/rpc/mount.ts';
import { STORAGE_DOWN_RETRY_AFTER_SECONDS, callInProcess } from './web/rpc/pipeline.ts';
import { returnOf } from './bookings/letters/returned-mail.ts';

export type App = Hono<{ Variables: RequestVariables }>;

export interface AppParts {
  readonly services: Services;
  /** Null while Vite serves the sources. */
  readonly clientFolder: string | null;
  readonly devRoutes: Hono;
  readonly renderPage: (page: PageRequest) => Promise<Response>;
  readonly countRequests?: MiddlewareHandler | undefined;
  /** Aborted once the server will stop. */
  readonly draining?: AbortSignal;
}

/** Answered however many other requests there are. */
const UNLIMITED = /^\/(?:healthz|readyz|book\/return|webhooks\/.*)$/;

/** Opens no files and no ports, so that tests can call it directly. */
export function createApp({ services, clientFolder, devRoutes, renderPage, countRequests, draining }: AppParts): App {
  const { config, clock, log, payments, store } = services;
  const sealer = new Sealer(config.cookieSecrets);
  const contextOf = (c: Context<{ Variables: RequestVariables }>) => requestContext(services, sealer, c);
  const limited = limiting((c) => requestContext(services, sealer, c, { isUse: false }));
  const isOwn = (origin: string, host: string) =>
    origin === config.publicUrl || (config.allowsOtherOrigins && origin === `http://${host}`);

  const app: App = new Hono();
  if (countRequests) app.use(countRequests);
  app.use(requestId);
  app.use(securityHeaders({ isHttps: config.publicUrl.startsWith('https:'), isIndexed: !config.staging }));
  app.use(accessLog(log));
  app.use(readBodies(uploadLimit));
  app.use(knownHost(config.hosts, config.publicUrl));
  app.use(addressSize);
  if (clientFolder !== null) app.use(clientFiles(clientFolder));
  app.use(inFlight({ config, isExempt: (path) => UNLIMITED.test(path), uploadLimit }));
  app.use(compression);
  app.use(canonicalAddress);
  app.use(sameOrigin(isOwn));
  app.use('/webhooks/*', limited(byNetwork('webhook')));
  app.use(VITALS_PATH, limited(byNetwork('vitals')));
  app.use(CONSENT_PATH, limited(byNetwork('consent')));
  app.use(RETURN_PATH, limited(byNetwork('paymentReturn')));
  app.use('/book/confirmation', limited(byReader));
  app.use('/book/calendar/*', limited(byReader));
  app.use('/booking/*', limited(byReader));
  for (const path of [FORM_PHOTOS_PATH, '/booking/:eventId/photos']) app.post(path, limited(byNetwork('photo')));
  app.use(`${FORM_PHOTOS_PATH}/*`, limited(byReader));
  app.use('/app/profile/export', limited(byAccount('exportData')));
  app.use('/app/*', limited(byAccount('ownPages')));
  for (const path of ['/manage/*', '/calendar/*', '/reset-password', '/verify-email']) {
    app.use(path, limited(byNetwork('link')));
  }

  const probe = () => (store.writeRefusal === null ? [] : [store.writeRefusal]);
  app.route('/', healthRoutes({ probe, log, draining }));
  app.route('/', siteFiles(services));
  app.route(
    '/',
    vitalsRoute((vitals) => countVitals(services, vitals)),
  );
  app.route('/', consentRoute({ publicUrl: config.publicUrl, contextOf }));
  const callsOf = (context: AccountContext, report: (error: unknown) => void) =>
    callInProcess(handlers, context, report);
  const cachesPages = clientFolder !== null;
  const { servePage, answerWithPage } = createPages({ services, contextOf, callsOf, renderPage, cachesPages });
  mountRpc(app, { contract, handlers, contextOf, answerWithPage });
  app.route(
    '/',
    noticeRoutes({
      sources: [
        paymentNotices({
          payments,
          log,
          fulfil: (checkout, notice) => fulfil(services, checkout, { correlation: notice }),
          reviewPayment: (payment, notice) => reviewPayment(services, payment, { correlation: notice }),
        }),
        mailNotices(services.mailNotices, async (returned, notice) => {
          const change = await returnOf(services, returned, { correlation: notice });
          if (change) await services.store.change(change);
        }),
      ],
      clock,
      log,
    }),
  );
  app.route('/', paymentReturn(contextOf));
  app.route('/', calendarRoute(services, contextOf));
  app.route('/', photoRoutes(contextOf, answerWithPage));
  app.route('/', exportRoute(contextOf));
  app.route('/', statsFileRoute(contextOf));
  app.route('/', webhookPortalRoute(contextOf));
  app.route('/', calendarFeedRoute(services));
  app.route('/', manageLinkRoute(services, sealer));
  app.route('/', devRoutes);
  app.get('*', servePage);
  app.all('*', allowOnly('GET', 'HEAD'));

  const nothingIsSaved = (c: Context<{ Variables: RequestVariables }>) => {
    c.set('refusal', 'storage-down');
    const headers = { 'retry-after': String(STORAGE_DOWN_RETRY_AFTER_SECONDS), 'cache-control': 'no-store' };
    const words = `We can’t open our booking records at the moment. Try again in a few minutes, or email ${config.email}.`;
    return textResponse(c, words, 503, headers);
  };
  app.notFound((c) => textResponse(c, 'There’s nothing at this address.', 404));
  app.onError((error, c) => {
    store.handleStorageError(error);
    log.error({ err: error, request: c.get('requestId') }, 'request failed');
    if (isStorageError(error)) return nothingIsSaved(c);
    const request = c.get('requestId');
    const words = `It’s our fault. Go back and try again. If it keeps failing, email ${config.email} with this code: ${request}.`;
    return textResponse(c, words, 500);
  });
  return app;
}

const BOOKING_PHOTOS = /^\/booking\/[^/]+\/photos$/;

/** Most bytes of a body with files; null for addresses that take none. */
function uploadLimit(method: string, path: string): number | null {
  return method === 'POST' && (path === FORM_PHOTOS_PATH || BOOKING_PHOTOS.test(path)) ? MOST_FORM_BYTES : null;
}
