import { describe, expect, test } from 'vitest';
import { type EventAbout, describe as describeEvent, describeAll } from '#events/booking/describe.ts';
import { type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { fold } from '#events/event.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';

const SLOT = { date: facts.DATE, claim: 'full' };
const PRICE = { cents: 49_900, currency: 'usd' };
const ONLINE = { ...PRICE, isOutside: false };

/** What customers read of the sample of each event; null: nothing. A missing event fails the type check. */
const SEEN_BY_CUSTOMER: { readonly [Type in EventAbout['type']]: object | null } = {
  SlotHeld: null,
  HoldRevised: null,
  CheckoutOpened: null,
  HoldExpired: null,
  SlotReclaimed: null,
  PaymentCaptured: PRICE,
  PaidOutside: null,
  BookingConfirmed: { slot: SLOT, ...ONLINE },
  RefundRequested: { ...ONLINE, reason: 'slot-lost' },
  RefundSucceeded: ONLINE,
  RefundFailed: ONLINE,
  RefundedByHand: { cents: 100, currency: 'usd' },
  HandRefundFailed: null,
  DisputeReported: null,
  RefundSettled: { cents: 0, currency: 'usd', isOutside: false },
  RefundRetried: null,
  BookingRescheduled: { from: SLOT, to: { ...SLOT, date: '2027-03-20' }, by: 'customer' },
  BookingCancelled: { by: 'customer' },
  BookingForfeited: PRICE,
  UnitsRefilled: null,
  SlotRefilled: {},
  ForfeitureFinalised: {},
  VisitCompleted: {},
  CompletionUndone: {},
  NoShowRecorded: {},
  NoShowUndone: {},
  ReminderRequested: null,
  LinksRequested: null,
  BookingClaimed: null,
  MessageSent: null,
  CustomerEmailChanged: null,
  BookingDetailsCorrected: { fields: ['email'], by: 'customer' },
  PhotosAdded: null,
  PhotoRemoved: null,
  VisitKept: null,
  ForgettingRequested: {},
  KeptVisitOver: null,
  CustomerForgotten: null,
  MailReturned: null,
};

const BOOKED = [facts.slotHeld('full'), facts.captured(facts.payment('full')), facts.bookingConfirmed('full')];

/** What customers read of an event after these; null: nothing. */
function seen(event: Pick<EventAbout, 'type' | 'data'>, past: readonly BookingEvent[] = BOOKED): object | null {
  const { audience, facts: shown } = describeEvent(event, fold(bookingType, past));
  return audience === 'customer' ? shown : null;
}

const TYPES = Object.keys(SEEN_BY_CUSTOMER) as EventAbout['type'][];

describe('a customer', () => {
  test.each(TYPES)('reads of %s only what is listed', (type) => {
    expect(seen(EVERY_EVENT[type])).toEqual(SEEN_BY_CUSTOMER[type]);
  });
});

test('the owner reads which admin did it', () => {
  const described = TYPES.map((type) => describeEvent(EVERY_EVENT[type], fold(bookingType, BOOKED)));
  const admins = TYPES.filter((_, index) => described[index]?.ownersFacts.admin === 'a1');
  expect(admins).toEqual([
    'PaidOutside',
    'RefundSettled',
    'RefundRetried',
    'VisitCompleted',
    'CompletionUndone',
    'NoShowRecorded',
    'NoShowUndone',
    'MessageSent',
  ]);
});

test('the events of a forgotten customer are still described', () => {
  const { type, data } = EVERY_EVENT.MessageSent;
  const message = describeEvent({ type, data: { ...data, personal: null } }, fold(bookingType, BOOKED));
  expect(message.ownersFacts).toEqual({ text: null, admin: 'a1' });
  const kept = [...BOOKED, EVERY_EVENT.CustomerForgotten].map((event, index) => {
    const place = { position: index + 1, revision: index + 1, stream: 'booking-b1', id: 'e', at: 1 };
    return Object.assign(place, event, { data: { ...event.data, personal: null } }) as never;
  });
  const told = Array.from(describeAll(kept.toReversed()), ([{ type: kind }]) => kind);
  expect(told).toEqual(['SlotHeld', 'PaymentCaptured', 'BookingConfirmed', 'CustomerForgotten']);
});
