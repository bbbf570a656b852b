/** One entry for each public event type: causes, payload, schema. What is published and registered at the provider follows. */
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

type PublishedType = BookingEvent['type'] & keyof HistoryFacts;

interface Matter<Type extends PublishedType> {
  readonly event: Recorded<BookingEventOf<Type>>;
  readonly facts: HistoryFacts[Type];
  readonly asOf: BookingThen;
  readonly sendsCustomer: boolean;
}

interface PublicEvent<Type extends PublishedType = PublishedType> {
  readonly on: readonly Type[];
  readonly description: string;
  readonly more: z.ZodObject;
  write(matter: Matter<never>): object;
}

function publicEvent<const Type extends PublishedType, Data extends z.ZodObject>(
  entry: Omit<PublicEvent<Type>, 'write'> & { readonly more: Data; write(matter: Matter<Type>): z.infer<Data> },
): PublicEvent<Type> {
  return entry as never;
}

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

export type PublicCause = (typeof PUBLIC_EVENTS)[PublicEventName]['on'][number];

const ENTRIES = Object.entries<PublicEvent>(PUBLIC_EVENTS) as [PublicEventName, PublicEvent][];

export const PUBLIC_CAUSES = ENTRIES.flatMap(([, { on }]) => on) as readonly PublicCause[];

const NAMES = new Map(ENTRIES.flatMap(([name, { on }]) => on.map((type: string) => [type, name] as const)));

export function publicNameOf(cause: string): PublicEventName {
  const name = NAMES.get(cause);
  if (name === undefined) throw new Error(`${cause} is not published`);
  return name;
}

export function payloadSchema(name: PublicEventName) {
  return z.object({
    type: z.literal(name),
    timestamp: z.iso.datetime().describe('When it happened'),
    data: visit.extend(PUBLIC_EVENTS[name].more.shape),
  });
}

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

/** More fields may follow. */
export const EVENT_TYPES: readonly WebhookEventType[] = ENTRIES.map(([name, { description }]) => ({
  name,
  description,
  schema: z.toJSONSchema(payloadSchema(name), { target: 'draft-7', io: 'input' }),
}));

const PERSONAL = new Set(
  ENTRIES.flatMap(([, { on, more }]) => ('customer' in more.shape ? (on as readonly string[]) : [])),
);

export function hasPersonalMessage({ type }: Pick<BookingEvent, 'type'>): boolean {
  return PERSONAL.has(type);
}
