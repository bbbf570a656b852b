import { EVERY_EVENT } from '../../../events/every-event.ts';
import { describe, expect, test } from 'vitest';
import type { BookingEvent, BookingEventOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import {
  EVENT_TYPES,
  type PublicCause,
  type PublicEventName,
  messageAbout,
  payloadSchema,
} from '#server/bookings/webhooks/public-events.ts';
import {
  DATE,
  PERSONAL,
  bookingConfirmed,
  captured,
  payment,
  refundRequested,
  slotHeld,
} from '../../../events/facts.ts';

const BOOKING = '019a0000-0000-7000-8000-0123456789ab';
const AT = Date.parse('2027-03-09T18:00:00Z');
const SLOT = { date: DATE, units: ['am'] as const };

/** The stream of a booking, as read from the log. */
function stream(...events: readonly BookingEvent[]): Recorded<BookingEvent>[] {
  return events.map((event, index) => recorded(event, index + 1));
}

function recorded(event: BookingEvent, revision: number): Recorded<BookingEvent> {
  const place = { position: 9 + revision, stream: `booking-${BOOKING}`, revision };
  return { ...event, ...place, id: `e${revision}`, at: AT + revision - 1, correlation: 'test', causation: null };
}

const BOOKED = [slotHeld('am'), captured(payment('am')), bookingConfirmed('am')];

/** The message about the last of these events. */
function message(events: readonly Recorded<BookingEvent>[], sendsCustomer = true) {
  const last = events.at(-1) as Recorded<BookingEventOf<PublicCause>>;
  const { id, type, payload } = messageAbout(last, events, { sendsCustomer });
  return { id, type, payload: payload as { type: string; timestamp: string; data: Record<string, unknown> } };
}

/** The email address and the city were corrected. */
function corrected(admin: string): BookingEvent {
  const { notes: _, ...contact } = { ...PERSONAL, email: 'ada@gmail.com' };
  const to = { area: 'Ventura', person: 'p1', personal: contact };
  return {
    type: 'BookingDetailsCorrected',
    data: { fields: ['email', 'area'], link: 1, account: null, ...to, admin },
  };
}

/** A booking that ends with one of each event that is published. */
const ENDINGS: readonly [PublicEventName, readonly BookingEvent[], object][] = [
  [
    'booking.confirmed',
    [],
    {
      priceCents: 29_900,
      currency: 'usd',
      freeChangesThrough: '2027-03-14',
      customer: {
        status: 'known',
        name: 'Ada Reyes',
        email: 'ada@example.com',
        phone: '805-555-0142',
        address: '12 Anacapa St',
      },
    },
  ],
  [
    'booking.rescheduled',
    [
      {
        type: 'BookingRescheduled',
        data: { from: SLOT, move: 1, date: '2027-03-20', units: ['pm'], freeChangesThrough: null, admin: 'a1' },
      },
    ],
    { date: '2027-03-20', units: ['pm'], from: SLOT, by: 'owner', freeChangesThrough: null },
  ],
  [
    'booking.corrected',
    [corrected('a1')],
    {
      area: 'Ventura',
      fields: ['email', 'area'],
      by: 'owner',
      customer: { status: 'known', name: 'Ada Reyes', email: 'ada@gmail.com' },
    },
  ],
  ['booking.cancelled', [{ type: 'BookingCancelled', data: { by: 'customer' } }], { by: 'customer' }],
  ['booking.forfeited', [{ type: 'BookingForfeited', data: SLOT }], { keptCents: 29_900, currency: 'usd' }],
  [
    'booking.refunded',
    [
      { type: 'BookingCancelled', data: { by: 'owner' } },
      refundRequested(payment('am'), 'cancelled-by-owner'),
      { type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1' } },
    ],
    { payment: 'pay1', amountCents: 29_900, currency: 'usd', cause: 'cancelled-by-owner', by: 'provider' },
  ],
  [
    'booking.refunded',
    [
      { type: 'PaidOutside', data: { payment: 'out1', amount: 100, currency: 'usd', admin: 'a1' } },
      {
        type: 'RefundRequested',
        data: { payment: 'out1', amount: 100, currency: 'usd', cause: 'goodwill', outside: true },
      },
      { type: 'RefundSettled', data: { payment: 'out1', admin: 'a1' } },
    ],
    { payment: 'out1', amountCents: 100, cause: 'goodwill', by: 'owner' },
  ],
  [
    'booking.refunded',
    [EVERY_EVENT.RefundedByHand],
    { payment: 'pay1', amountCents: 100, cause: 'by-hand', by: 'provider' },
  ],
  [
    'booking.refunded',
    [
      EVERY_EVENT.RefundedByHand,
      refundRequested(payment('am', { amount: 29_800 }), 'cancelled'),
      { type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r2', amount: 29_800 } },
    ],
    { payment: 'pay1', amountCents: 29_800, cause: 'cancelled' },
  ],
  [
    'booking.disputed',
    [EVERY_EVENT.DisputeReported],
    { payment: 'pay1', dispute: 'd1', amountCents: 29_900, state: 'needs-response' },
  ],
  ['booking.completed', [{ type: 'VisitCompleted', data: { ...SLOT, by: 'a1', recordedAt: 1 } }], {}],
  ['booking.no_show', [{ type: 'NoShowRecorded', data: { ...SLOT, by: 'a1', recordedAt: 1 } }], {}],
];

describe.each(ENDINGS)('%s', (name, ending, more) => {
  const events = stream(...BOOKED, ...ending);

  test('says what happened, to which booking, and the order', () => {
    const { id, type, payload } = message(events);
    const { length: revision } = events;
    expect({ id, type }).toEqual({ id: `e${revision}`, type: name });
    expect(payload).toMatchObject({
      type: name,
      timestamp: new Date(AT + revision - 1).toISOString(),
      data: {
        eventId: id,
        bookingId: BOOKING,
        reference: expect.stringMatching(/^[A-Z][0-9A-Z]{7}$/),
        revision,
        service: 'half-day',
        ...(name === 'booking.rescheduled' ? {} : SLOT),
        ...(name === 'booking.corrected' ? {} : { area: 'Ojai' }),
        tasks: ['tv-mounting'],
        method: 'online',
        ...more,
      },
    });
  });

  test('matches its schema, and has nothing else', () => {
    const { payload } = message(events);
    expect(payloadSchema(name).strict().parse(payload)).toEqual(payload);
  });

  test('has no personal data when the site sends none', () => {
    const text = JSON.stringify(message(events, false).payload);
    for (const word of Object.values(PERSONAL)) expect(text).not.toContain(word);
    const { customer = { status: 'withheld' } } = message(events, false).payload.data;
    expect(customer).toEqual({ status: 'withheld' });
  });

  test('never has the notes for the handyman', () => {
    expect(JSON.stringify(message(events).payload)).not.toContain(PERSONAL.notes);
  });
});

test('personal data goes out only where a receiver has to reach the customer', () => {
  const naming = ENDINGS.filter(([, ending]) => {
    const text = JSON.stringify(message(stream(...BOOKED, ...ending)).payload);
    return Object.values(PERSONAL).some((word) => text.includes(word));
  });
  expect(naming.map(([name]) => name)).toEqual(['booking.confirmed', 'booking.rescheduled', 'booking.corrected']);
});

describe('the customer', () => {
  test('who is deleted is sent as such', () => {
    const [held, ...rest] = stream(...BOOKED);
    if (held?.type !== 'SlotHeld') throw new Error('a booking begins with its hold');
    const events = [{ ...held, data: { ...held.data, personal: null } }, ...rest];
    expect(message(events).payload.data['customer']).toEqual({ status: 'deleted' });
  });
});

describe('the event types', () => {
  test('are these nine, each with the JSON schema of its payload', () => {
    expect(EVENT_TYPES.map(({ name }) => name)).toEqual([
      'booking.confirmed',
      'booking.rescheduled',
      'booking.corrected',
      'booking.cancelled',
      'booking.forfeited',
      'booking.refunded',
      'booking.disputed',
      'booking.completed',
      'booking.no_show',
    ]);
    for (const { name, description, schema } of EVENT_TYPES) {
      expect(description).not.toBe('');
      expect(schema).toMatchObject({
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: {
          type: { const: name },
          data: { required: expect.arrayContaining(['eventId', 'bookingId', 'revision', 'date', 'units']) },
        },
      });
      // Receivers must accept fields that are added later.
      expect(JSON.stringify(schema)).not.toContain('additionalProperties');
    }
  });
});
