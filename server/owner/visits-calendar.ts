import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { optionalAnswers } from '#shared/booking/booking-fields.ts';
import { cityAndState } from '#shared/business/cities.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { bodyText, headerLine } from '#shared/control-characters.ts';
import { phoneParts, phoneUrl } from '#shared/phone.ts';
import { ownersBookingPath } from '#shared/owner/booking-story.ts';
import { calendarTimes, zoneOf } from '../bookings/visit/visit-calendar.ts';
import type { CalendarEntry } from './near-visits.ts';

interface Business {
  readonly name: string;
  readonly timeZone: string;
  readonly origin: string;
}

/** How often calendar programs should poll, in seconds. */
const READ_AGAIN_S = 15 * 60;

function summary({ state, area, customer }: CalendarEntry): string {
  const done = state === 'completed' ? ' (done)' : state === 'no-show' ? ' (no-show)' : '';
  return headerLine(`${customer?.name ?? 'Deleted customer'}, ${area}${done}`);
}

/** Calendar programs make a link of a plain number, but dial an extension only from a `tel:` address. */
function callWords(phone: string): string {
  return phoneParts(phone).extension === null ? `Call ${phone}` : `Call ${phone}: ${phoneUrl(phone)}`;
}

function describe({ eventId, customer, tasks }: CalendarEntry, { origin }: Business): string {
  const lines = [
    ...(customer ? [callWords(customer.phone)] : []),
    ...(tasks.length > 0 ? [`To do: ${tasks.map(serviceTitle).join(', ')}.`] : []),
    ...(customer ? optionalAnswers('calendar', customer).map(({ value }) => value) : []),
    `Reference: ${referenceOf(eventId)}.`,
    origin + ownersBookingPath(eventId),
  ];
  return bodyText(lines.join('\n'));
}

/** RFC 5545, in the business time zone. Without moved or canceled visits. The same visits give the same bytes. */
export function visitsCalendar(visits: readonly CalendarEntry[], business: Business): string {
  const zone = zoneOf(business.timeZone);
  const calendar = ical({
    name: headerLine(business.name),
    prodId: '//Halfday//Visits//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_AGAIN_S,
    // A calendar needs one component: without visits, its zone. With visits, a zone would put stamps in local time.
    timezone: { name: visits.length === 0 ? (zone?.id ?? null) : null, generator: () => zone?.block ?? null },
  });
  for (const visit of visits) {
    const { eventId, area, customer, sequence } = visit;
    calendar.createEvent({
      id: eventId,
      sequence,
      ...calendarTimes(visit, visit.changedAt, business.timeZone),
      status: ICalEventStatus.CONFIRMED,
      summary: summary(visit),
      location: customer ? headerLine(`${customer.address}, ${cityAndState(area)}`) : null,
      description: describe(visit, business),
      url: business.origin + ownersBookingPath(eventId),
    });
  }
  return `${calendar.toString()}\r\n`;
}
