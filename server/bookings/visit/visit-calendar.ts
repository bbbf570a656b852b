import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { type Claim, type SessionType, hoursOf, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { type Legal, senderAddress } from '#shared/business/legal.ts';
import { bodyText, headerLine } from '#shared/control-characters.ts';

/** RFC 5546. The last two contain the customer's address. */
export type CalendarMethod =
  | { readonly kind: 'publish' }
  | { readonly kind: 'request' | 'cancel'; readonly attendee: string };

export interface CalendarVisit {
  readonly eventId: string;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly sequence: number;
  readonly at: number;
  /** In mails the manage link; in the page's own file, that page; otherwise the public one. */
  readonly url: string;
  readonly method?: CalendarMethod;
  readonly details: { readonly location: string; readonly tasks: readonly string[] } | null;
}

export interface CalendarBusiness {
  readonly name: string;
  readonly legal: Legal;
  readonly email: string;
  readonly timeZone: string;
}

interface Zone {
  readonly id: string;
  readonly block: string;
}

/** Null if its rules are not known. */
export function zoneOf(timeZone: string): Zone | null {
  const { timeZone: canonical } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
  const [block = ''] = tzlib_get_ical_block(canonical);
  const id = /^TZID:(\S+)/m.exec(block)?.[1];
  return id === undefined ? null : { id, block };
}

/** The entry remains after free changes have ended, so it does not promise them. */
function page({ url, details, method }: CalendarVisit): string[] {
  if (!details) return [`Your visit: ${url}`];
  if (method?.kind === 'cancel') return [`See your canceled visit: ${url}`];
  const isKey = new URL(url).pathname.startsWith('/manage/');
  return [`See or change your visit: ${url}`, ...(isKey ? ['Anyone with this link can change it.'] : [])];
}

function describe(visit: CalendarVisit, { name, legal, email }: CalendarBusiness): string {
  const { eventId, service, details } = visit;
  const lines = [
    `${SESSION_TYPES[service].label} with ${name}.`,
    ...(details && details.tasks.length > 0 ? [`To do: ${details.tasks.join(', ')}.`] : []),
    `Reference: ${referenceOf(eventId)}.`,
    ...page(visit),
    `Questions? Email ${email}.`,
    `${name}, ${senderAddress(legal)}`,
  ];
  return bodyText(lines.join('\n'));
}

const METHODS = {
  publish: ICalCalendarMethod.PUBLISH,
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
} as const;

/** Without a request to reply: they booked the visit themselves. */
function attendees(method: CalendarMethod) {
  if (method.kind === 'publish') return [];
  const { attendee: email } = method;
  return [{ email, rsvp: false, status: ICalAttendeeStatus.ACCEPTED, type: ICalAttendeeType.INDIVIDUAL }];
}

/** `changedAt`: milliseconds. Without the current time, so that the same visit gives the same bytes. */
export function calendarTimes({ date, claim }: Slot, changedAt: number, timeZone: string) {
  const zone = zoneOf(timeZone);
  const { start, end } = hoursOf(claim);
  const local = (hour: number) => Temporal.PlainDate.from(date).toPlainDateTime({ hour });
  const time = (hour: number) => (zone ? local(hour) : local(hour).toZonedDateTime(timeZone).toInstant());
  const changed = Temporal.Instant.fromEpochMilliseconds(changedAt);
  return { stamp: changed, lastModified: changed, timezone: zone?.id ?? null, start: time(start), end: time(end) };
}

/** RFC 5545, in the business time zone, with an alarm the day before. */
export function visitCalendar(visit: CalendarVisit, business: CalendarBusiness): string {
  const { eventId, date, claim, service, sequence, url, details, method = { kind: 'publish' } } = visit;
  const zone = zoneOf(business.timeZone);
  const what = `${headerLine(business.name)}: ${SESSION_TYPES[service].label.toLowerCase()}`;
  const calendar = ical({
    prodId: '//Halfday//Bookings//EN',
    method: METHODS[method.kind],
    timezone: { name: null, generator: () => zone?.block ?? null },
  });
  calendar.createEvent({
    id: eventId,
    sequence,
    ...calendarTimes({ date, claim }, visit.at, business.timeZone),
    status: method.kind === 'cancel' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: headerLine(business.name), email: business.email },
    summary: what,
    location: details ? headerLine(details.location) : null,
    description: describe(visit, business),
    url,
    attendees: attendees(method),
    alarms: method.kind === 'cancel' ? [] : [{ type: ICalAlarmType.display, trigger: 24 * 60 * 60, description: what }],
  });
  return `${calendar.toString()}\r\n`;
}

/** `visit-2027-03-09.ics` */
export function calendarFilename(date: CivilDate): string {
  return `visit-${date}.ics`;
}
