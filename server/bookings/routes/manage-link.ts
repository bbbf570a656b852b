import { Hono } from 'hono';
import { manageLinkOf } from '#db/queries/bookings/manage-links.ts';
import { FROM_LINK, UNKNOWN_BOOKING, bookingPath, linkedBookingPath } from '#shared/booking/managed-booking.ts';
import { Cookies } from '../../web/http/cookies.ts';
import type { Sealer } from '../../web/http/sealing.ts';
import { rememberLink } from '../access/visitor-access.ts';
import type { BookingDependencies } from '../dependencies.ts';

const NOWHERE = bookingPath(UNKNOWN_BOOKING);

/**
 * Gives this browser access and redirects, so that no page has the secret in its address. Changes nothing else, because mail
 * scanners open links. The second redirect checks for cookies.
 */
export function manageLinkRoute(
  services: Pick<BookingDependencies, 'store' | 'clock' | 'config'>,
  sealer: Sealer,
): Hono {
  const app = new Hono();
  const isSecure = services.config.publicUrl.startsWith('https:');
  app.get('/manage/:token', async (c) => {
    const link = await manageLinkOf(services.store.db, c.req.param('token'));
    if (link) {
      const cookies = new Cookies(c.req.header('cookie'), sealer, { isSecure, now: services.clock.now() });
      rememberLink(cookies, link);
      for (const cookie of cookies.changes) c.header('set-cookie', cookie, { append: true });
    }
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex');
    c.header('referrer-policy', 'no-referrer');
    return c.redirect(link ? linkedBookingPath(link.booking) : NOWHERE, 303);
  });
  app.get('/booking/:eventId', (c, next) => {
    const keepsCookies = c.req.header('cookie') !== undefined;
    if (c.req.query(FROM_LINK) === undefined || !keepsCookies) return next();
    c.header('cache-control', 'no-store');
    return Promise.resolve(c.redirect(bookingPath(c.req.param('eventId')), 303));
  });
  return app;
}
