/** Built from the events of its stream alone: the same at every attempt. */
import { z } from 'zod';
import {
  type Booking,
  type BookingEvent,
  type BookingEventOf,
  bookingOf,
  bookingType,
} from '#events/booking/booking.ts';
import { describe } from '#events/booking/describe.ts';
import { type Recorded, fold } from '#events/event.ts';
import type { CorrectedField, PersonalDetails } from '#shared/booking/booking-fields.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { ALL_SESSION_TYPES, ALL_UNITS } from '#shared/booking/session-type.ts';

export interface BookingThen {
  readonly event: Recorded<BookingEvent>;
  readonly facts: object;
  readonly booking: Booking;
  /** `personal` is null once the customer's data is deleted. */
  readonly details: Pick<BookingEventOf<'SlotHeld'>['data'], 'area' | 'tasks' | 'method'> & {
    readonly personal: PersonalDetails | null;
  };
}

/** The customer counts as deleted if they are now. Throws if the stream does not have that event. */
export function bookingThen(stream: readonly Recorded<BookingEvent>[], revision: number): BookingThen {
  const events = stream.filter((each) => each.revision <= revision);
  const [held] = events;
  const event = events.at(-1);
  const before = fold(bookingType, events.slice(0, -1) as readonly BookingEvent[]);
  const booking = event ? bookingType.evolve(before, event as BookingEvent) : null;
  if (!booking || held?.type !== 'SlotHeld' || event?.revision !== revision)
    throw new Error(`the stream has no event of revision ${revision}`);
  const details = events.reduce(detailsAfter, held.data);
  // Recorded a moment before their key is deleted.
  const isForgotten = stream.some(({ type }) => type === 'CustomerForgotten');
  const { facts } = describe(event, before);
  return { event, facts, booking, details: isForgotten ? { ...details, personal: null } : details };
}

function detailsAfter(before: BookingThen['details'], event: Recorded<BookingEvent>): BookingThen['details'] {
  const withPersonal = (personal: Partial<PersonalDetails> | null) =>
    before.personal && personal && { ...before.personal, ...personal };
  switch (event.type) {
    case 'HoldRevised':
      return { ...before, ...event.data };
    case 'CustomerEmailChanged':
      return { ...before, personal: withPersonal(event.data.personal) };
    case 'BookingDetailsCorrected':
      return { ...before, area: event.data.area, personal: withPersonal(event.data.personal) };
    default:
      return before;
  }
}

const date = z.iso.date();
const units = z.array(z.enum(ALL_UNITS)).describe('Half days of the date: am is 7:00 to 12:00, pm is 13:00 to 18:00');

export const slot = z.object({ date, units });

export const cents = z.int().nonnegative();

export const visit = z.object({
  eventId: z.string().describe('Id of this event: a message with a known id is a repetition'),
  bookingId: z.string(),
  reference: z.string().describe('What the customer reads out on the phone'),
  revision: z.int().positive().describe('Rises with each event of the booking: ignore a message with a lower one'),
  service: z.enum(ALL_SESSION_TYPES),
  ...slot.shape,
  area: z.string().describe('City of the visit'),
  tasks: z.array(z.string()).describe('Services that the customer picked'),
  method: z.enum(['online', 'owner']).describe('owner: booked by phone'),
});

export function visitOf({ event, booking, details }: BookingThen): z.infer<typeof visit> {
  const bookingId = bookingOf(event.stream);
  const { service, date: day, units: parts } = booking;
  const { area, tasks, method } = details;
  const { id: eventId, revision } = event;
  const ids = { eventId, bookingId, reference: referenceOf(bookingId), revision };
  return { ...ids, service, date: day, units: [...parts], area, tasks: [...tasks], method };
}

export const SENT_FIELDS = ['name', 'email', 'phone', 'area', 'address'] as const satisfies readonly CorrectedField[];

export const customer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('known'),
    name: z.string(),
    email: z.string().nullable().describe('null: booked by phone without one'),
    phone: z.string(),
    address: z.string(),
  }),
  z.object({ status: z.literal('deleted') }).describe('The customer had their data deleted'),
  z.object({ status: z.literal('withheld') }).describe('This site sends no personal data'),
]);

export function customerOf({ details: { personal } }: BookingThen, isSent: boolean): z.infer<typeof customer> {
  if (!isSent) return { status: 'withheld' };
  if (personal === null) return { status: 'deleted' };
  const { name, email, phone, address } = personal;
  return { status: 'known', name, email: email === '' ? null : email, phone, address };
}
