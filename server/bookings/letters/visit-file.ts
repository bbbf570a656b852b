import { type CalendarMethod, calendarFilename, visitCalendar } from '../visit/visit-calendar.ts';
import type { Business } from '../../outside/mail/layout/letter.ts';
import type { Attachment } from '../../outside/mail/port.ts';
import { type BookingPages, type MailBooking, place } from './booking.ts';

/** `request` adds or updates the calendar entry, `cancel` removes it. */
export function visitFile(
  booking: MailBooking,
  kind: 'request' | 'cancel',
  business: Business,
  { manage: url }: Pick<BookingPages, 'manage'>,
): Attachment {
  const { eventId, service, date, claim, tasks, sequence, changedAt: at, email: attendee } = booking;
  const method: CalendarMethod = { kind, attendee };
  const details = { location: place(booking), tasks };
  return {
    filename: calendarFilename(date),
    contentType: `text/calendar; charset=utf-8; method=${kind.toUpperCase()}`,
    content: visitCalendar({ eventId, service, date, claim, sequence, at, url, method, details }, business),
  };
}
