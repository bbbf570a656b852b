import { manageLinkOf } from '#db/queries/bookings/manage-links.ts';
import { type Context, Hono } from 'hono';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { bookingPath } from '#shared/booking/managed-booking.ts';
import { accessByLink, accessTo } from '../access/visitor-access.ts';
import { confirmationPath } from '../paths.ts';
import { textResponse } from '../../web/http/responses.ts';
import type { RequestVariables } from '../../web/middleware/request-log.ts';
import { place } from '../letters/booking.ts';
import type { BookingContext } from '../context.ts';
import type { BookingDependencies } from '../dependencies.ts';
import type { CalendarVisit } from '../visit/visit-calendar.ts';

type Services = BookingDependencies & { readonly config: { readonly email: string } };
type Env = { Variables: RequestVariables };

type Shown = Pick<CalendarVisit, 'url' | 'details'>;

/**
 * `/book/calendar/<eventId>.ics` is public: only session type and time. `/booking/<eventId>/calendar.ics` and, in mails,
 * `/manage/<token>/calendar.ics` need access. A replaced link gets 410, because calendar programs must not get a page.
 */
export function calendarRoute(services: Services, contextOf: (c: Context<Env>) => BookingContext): Hono<Env> {
  const { store, config } = services;
  const app = new Hono<Env>();

  async function visitOf(eventId: string): Promise<BookingRow | null> {
    const row = await bookingById(store.db, eventId);
    return row?.status === 'confirmed' ? row : null;
  }

  async function file(c: Context, row: BookingRow, shown: Shown): Promise<Response> {
    const { calendarFilename, visitCalendar } = await import('../visit/visit-calendar.ts');
    const { id: eventId, service, date, claim, sequence, changed_at: at } = row;
    const visit = { eventId, service, date, claim, sequence, at: at ?? 0, ...shown };
    const business = { name: config.appName, legal: config.legal, email: config.email, timeZone: config.timeZone };
    return c.body(visitCalendar(visit, business), 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${calendarFilename(date)}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  }

  /** Null if no visit is ahead, or its customer is forgotten. */
  async function ownFile(c: Context, eventId: string, url: string): Promise<Response | null> {
    const row = await visitOf(eventId);
    if (!row || row.address === null) return null;
    const tasks = (JSON.parse(row.tasks) as string[]).map(serviceTitle);
    const details = { location: place({ address: row.address, area: row.area }), tasks };
    return file(c, row, { url: config.publicUrl + url, details });
  }

  function gone(c: Context): Response | Promise<Response> {
    const words = [
      'This calendar file is out of date: the visit has moved since.',
      'Our newest email about the visit has its new time, the file for your calendar, and the link to the visit.',
      `Can’t find the email? Have it sent again at ${config.publicUrl}/lost-link, or email ${config.email}.`,
    ];
    return textResponse(c, `${words.join('\n\n')}\n`, 410, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  }

  app.get('/book/calendar/:file{.+\\.ics}', async (c) => {
    const row = await visitOf(c.req.param('file').slice(0, -'.ics'.length));
    if (!row) return textResponse(c, 'There’s no such visit.', 404);
    return file(c, row, { url: config.publicUrl + confirmationPath(row.id, row.service), details: null });
  });

  app.get('/booking/:eventId/calendar.ics', async (c) => {
    const { eventId } = c.req.param();
    const context = contextOf(c);
    const access = await accessTo(context, eventId);
    for (const cookie of context.cookies.changes) c.header('set-cookie', cookie, { append: true });
    if (access === 'replaced') return gone(c);
    const page = bookingPath(eventId);
    return (access === 'granted' ? await ownFile(c, eventId, page) : null) ?? c.redirect(page, 303);
  });

  app.get('/manage/:token/calendar.ics', async (c) => {
    const { token } = c.req.param();
    const link = await manageLinkOf(store.db, token);
    const access = link ? await accessByLink(services, link) : 'locked';
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    if (access === 'replaced') return gone(c);
    const page = `/manage/${encodeURIComponent(token)}`;
    return (link && access === 'granted' ? await ownFile(c, link.booking, page) : null) ?? c.redirect(page, 303);
  });
  return app;
}
