import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import type { BookingDependencies } from '../../bookings/dependencies.ts';
import { nullIfInvalid } from '../../web/http/checked-input.ts';
import { textResponse } from '../../web/http/responses.ts';
import { FEED_TOKEN, feedFile } from '../calendar-feed.ts';

const address = z.object({
  file: nullIfInvalid(
    z
      .string()
      .transform((name) => name.slice(0, -'.ics'.length))
      .pipe(z.string().regex(FEED_TOKEN)),
  ),
});

/** For calendar programs, which send no cookie. All wrong addresses get the same response. */
export function calendarFeedRoute(services: Pick<BookingDependencies, 'store' | 'clock' | 'config'>): Hono {
  const routes = new Hono();
  routes.get('/calendar/:file{.+\\.ics}', zValidator('param', address), async (c) => {
    const { file: token } = c.req.valid('param');
    const file = token === null ? null : await feedFile(services, token);
    const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
    if (file === null) return textResponse(c, 'There’s no such calendar.', 404, headers);
    return c.body(file, 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' });
  });
  return routes;
}
