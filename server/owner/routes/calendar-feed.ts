import { Hono } from 'hono';
import type { BookingDependencies } from '../../bookings/dependencies.ts';
import { textResponse } from '../../web/http/responses.ts';
import { feedFile } from '../calendar-feed.ts';

/** For calendar programs, which send no cookie. All wrong addresses get the same response. */
export function calendarFeedRoute(services: Pick<BookingDependencies, 'store' | 'clock' | 'config'>): Hono {
  const routes = new Hono();
  routes.get('/calendar/:file{.+\\.ics}', async (c) => {
    const file = await feedFile(services, c.req.param('file').slice(0, -'.ics'.length));
    const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
    if (file === null) return textResponse(c, 'There’s no such calendar.', 404, headers);
    return c.body(file, 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' });
  });
  return routes;
}
