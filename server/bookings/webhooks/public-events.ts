/**
 * The public event types, one entry each: the events of a booking that it is about, what receivers get, and its schema. What the
 * site publishes and what is registered at the webhook provider are derived from the entries.
 */
import { z } from 'zod';
import { DISPUTE_STATES } from '#shared/booking/dispute.ts';
import { type BookingEvent, type BookingEventOf, CURRENCY } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { HistoryFacts } from '#shared/booking/history.ts';
import type { WebhookEventType, WebhookMessage } from '../../outside/webhooks/port.ts';
import {
  type BookingThen,
  SENT_FIELDS,
  bookingThen,
  cents,
  customer,
  customerOf,
  slot,
  visit,
  visitOf,
} from './visit-payload.ts';

/** Events that also customers read about. */
type PublishedType = BookingEvent['type'] & keyof HistoryFacts;

/** What the payload of an event is built from. */
interface Matter<Type extends PublishedType> {
  readonly event: Recorded<BookingEventOf<Type>>;
  readonly facts: HistoryFacts[Type];
  readonly asOf: BookingThen;
  /** Whether personal data is sent. */
  readonly sendsCustomer: boolean;
}

interface PublicEvent<Type extends PublishedType = PublishedType> {
  readonly on: readonly Type[];
  readonly description: string;
  /** What the message says beside what every message says. */
  readonly more: z.ZodObject;
  write(matter: Matter<never>): object;
}

/** Declares a public event. `write` gets an event of one of the types in `on`. */
function publicEvent<const Type extends PublishedType, Data extends z.ZodObject>(
  entry: Omit<PublicEvent<Type>, 'write'> & { readonly more: Data; write(matter: Matter<Type>): z.infer<Data> },
): PublicEvent<Type> {
  return entry as never;
}

/** The last date of free changes. */
const freeChangesThrough = z.iso.date().nullable().describe('Last date of free changes; null: there is none');
const currency = z.string();
const nothingMore = z.object({});

export const PUBLIC_EVENTS = {
  'booking.confirmed': publicEvent({
    on: ['BookingConfirmed'],
    description: 'A visit was booked and paid',
    more: z.object({ priceCents: cents, currency, freeChangesThrough, customer }),
    write: ({ event: { data }, asOf, sendsCustomer }) => ({
      priceCents: data.price,
      currency: CURRENCY,
      freeChangesThrough: data.freeChangesThrough,
      customer: customerOf(asOf, sendsCustomer),
    }),
  }),
  'booking.rescheduled': publicEvent({
    on: ['BookingRescheduled'],
    description: 'A visit was moved to another time',
    more: z.object({ from: slot, by: z.enum(['customer', 'owner']), freeChangesThrough, customer }),
    write: ({ event: { data }, facts, asOf, sendsCustomer }) => ({
      from: { date: data.from.date, units: [...data.from.units] },
      by: facts.by,
      freeChangesThrough: data.freeChangesThrough,
      customer: customerOf(asOf, sendsCustomer),
    }),
  }),
  'booking.corrected': publicEvent({
    on: ['BookingDetailsCorrected'],
    description: 'Name, contact or address of a visit was corrected; its time and price are the same',
    more: z.object({ fields: z.array(z.enum(SENT_FIELDS)), by: z.enum(['customer', 'owner']), customer }),
    write: ({ facts: { fields, by }, asOf, sendsCustomer }) => ({
      fields: SENT_FIELDS.filter((field) => fields.includes(field)),
      by,
      customer: customerOf(asOf, sendsCustomer),
    }),
  }),
  'booking.cancelled': publicEvent({
    on: ['BookingCancelled'],
    description: 'A visit was canceled in time, or by the owner; its payment goes back',
    more: z.object({ by: z.enum(['customer', 'owner']) }),
    write: ({ facts: { by } }) => ({ by }),
  }),
  'booking.forfeited': publicEvent({
    on: ['BookingForfeited'],
    description: 'A visit was canceled too late; its payment is kept unless its time is booked again',
    more: z.object({ keptCents: cents, currency }),
    write: ({ facts }) => ({ keptCents: facts.cents, currency: facts.currency }),
  }),
  'booking.refunded': publicEvent({
    on: ['RefundSucceeded', 'RefundSettled', 'RefundedByHand'],
    description: 'A payment went back to the customer',
    more: z.object({
      payment: z.string(),
      amountCents: cents,
      currency,
      cause: z
        .string()
        .describe('Why, for example cancelled or refilled; by-hand: refunded at the provider, not by the site'),
      by: z.enum(['provider', 'owner']).describe('owner: given back directly, as it was paid'),
    }),
    write({ event: { type, data }, facts, asOf: { booking } }) {
      const { payment } = data;
      const paid = booking.payments.find((each) => each.payment === payment);
      const cause = type === 'RefundedByHand' ? 'by-hand' : paid?.refundCause;
      if (cause === undefined) throw new Error(`no refund of payment ${payment} was requested`);
      const by = type === 'RefundSettled' ? ('owner' as const) : ('provider' as const);
      return { payment, amountCents: facts.cents, currency: facts.currency, cause, by };
    },
  }),
  'booking.disputed': publicEvent({
    on: ['DisputeReported'],
    description: 'The customer’s bank disputes a payment, or the dispute has changed',
    more: z.object({
      payment: z.string(),
      dispute: z.string(),
      amountCents: cents,
      currency,
      state: z.enum(DISPUTE_STATES),
      evidenceDueBy: z.iso.datetime().nullable().describe('Until when it can be answered'),
    }),
    write({ event: { data } }) {
      const { payment, dispute, amount: amountCents, currency: ofPayment, state, evidenceDueBy: due } = data;
      const evidenceDueBy = due === null ? null : new Date(due).toISOString();
      return { payment, dispute, amountCents, currency: ofPayment, state, evidenceDueBy };
    },
  }),
  'booking.completed': publicEvent({
    on: ['VisitCompleted'],
    description: 'The owner recorded that a visit took place; this can be undone for a day',
    more: nothingMore,
    write: () => ({}),
  }),
  'booking.no_show': publicEvent({
    on: ['NoShowRecorded'],
    description: 'The owner recorded that the customer was not there; this can be undone for a day',
    more: nothingMore,
    write: () => ({}),
  }),
};

export type PublicEventName = keyof typeof PUBLIC_EVENTS;

/** The types of events that are published. */
export type PublicCause = (typeof PUBLIC_EVENTS)[PublicEventName]['on'][number];

const ENTRIES = Object.entries<PublicEvent>(PUBLIC_EVENTS) as [PublicEventName, PublicEvent][];

export const PUBLIC_CAUSES = ENTRIES.flatMap(([, { on }]) => on) as readonly PublicCause[];

const NAMES = new Map(ENTRIES.flatMap(([name, { on }]) => on.map((type: string) => [type, name] as const)));

/** The public name of an event: `booking.confirmed` for `BookingConfirmed`. */
export function publicNameOf(cause: string): PublicEventName {
  const name = NAMES.get(cause);
  if (name === undefined) throw new Error(`${cause} is not published`);
  return name;
}

/** The schema of a message's payload. */
export function payloadSchema(name: PublicEventName) {
  return z.object({
    type: z.literal(name),
    timestamp: z.iso.datetime().describe('When it happened'),
    data: visit.extend(PUBLIC_EVENTS[name].more.shape),
  });
}

/** The message about an event, from the events of its stream. */
export function messageAbout(
  event: Recorded<BookingEventOf<PublicCause>>,
  stream: readonly Recorded<BookingEvent>[],
  { sendsCustomer }: { readonly sendsCustomer: boolean },
): WebhookMessage {
  const asOf = bookingThen(stream, event.revision);
  const type = publicNameOf(event.type);
  const more = PUBLIC_EVENTS[type].write({ event: event as never, facts: asOf.facts as never, asOf, sendsCustomer });
  const timestamp = new Date(event.at).toISOString();
  return { id: event.id, type, payload: { type, timestamp, data: { ...visitOf(asOf), ...more } } };
}

/** Every public event type, with the JSON schema of its payload. More fields may follow. */
export const EVENT_TYPES: readonly WebhookEventType[] = ENTRIES.map(([name, { description }]) => ({
  name,
  description,
  schema: z.toJSONSchema(payloadSchema(name), { target: 'draft-7', io: 'input' }),
}));

/** The events whose messages have personal data. */
const PERSONAL = new Set(
  ENTRIES.flatMap(([, { on, more }]) => ('customer' in more.shape ? (on as readonly string[]) : [])),
);

/** Whether there is a message about an event that may have personal data. */
export function hasPersonalMessage({ type }: Pick<BookingEvent, 'type'>): boolean {
  return PERSONAL.has(type);
}
