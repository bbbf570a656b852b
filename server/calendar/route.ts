import { Hono } from 'hono';
import { bookingById } from '#db/projections/bookings.ts';
import { confirmationPath } from '../bookings/paths.ts';
import type { Services } from '../services.ts';

const LONGEST_ID = 64;

/**
 * `GET /book/calendar/<eventId>.ics`: a confirmed visit for the visitor's calendar. Whoever knows the public id may have it,
 * so it says no more than the id does: what was booked, and when.
 */
export function calendarRoute({ store, config }: Pick<Services, 'store' | 'config'>): Hono {
  const app = new Hono();
  app.get('/book/calendar/:file{.+\\.ics}', async (c) => {
    const eventId = c.req.param('file').slice(0, -'.ics'.length);
    const row = eventId.length <= LONGEST_ID ? await bookingById(store.read.bookings, eventId) : undefined;
    if (row?.status !== 'confirmed') return c.text('There is no such visit.', 404);
    const { calendarFilename, visitCalendar } = await import('./visit-calendar.ts');
    const { service, date, claim, sequence, changed_at: at } = row;
    const url = config.publicUrl + confirmationPath(eventId, service);
    const visit = { eventId, service, date, claim, sequence, at: at ?? 0, url, details: null };
    const business = { name: config.appName, email: config.email, timeZone: config.timeZone };
    return c.body(visitCalendar(visit, business), 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${calendarFilename(date)}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  });
  return app;
}
