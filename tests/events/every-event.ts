import type { DomainEvent } from '#events/registry.ts';
import * as facts from './facts.ts';

type Samples = { readonly [Type in DomainEvent['type']]: Extract<DomainEvent, { type: Type }> };

const { date, units, expiresAt: until } = facts.slotHeld('full').data;
const slot = { date, units };

/** One event of every type there is; a missing one fails the type check. */
export const EVERY_EVENT: Samples = {
  BookingCancelled: { type: 'BookingCancelled', data: { by: 'customer' } },
  BookingClaimed: { type: 'BookingClaimed', data: { account: 'a1' } },
  BookingConfirmed: facts.bookingConfirmed('full'),
  BookingForfeited: { type: 'BookingForfeited', data: slot },
  BookingRescheduled: {
    type: 'BookingRescheduled',
    data: { from: slot, date: '2027-03-20', units, freeChangesThrough: '2027-03-18' },
  },
  CheckoutOpened: { type: 'CheckoutOpened', data: { checkout: 'c1', attempt: 1 } },
  ForfeitureEnded: { type: 'ForfeitureEnded', data: { booking: 'b1', cause: 'final' } },
  ForfeitureFinalised: { type: 'ForfeitureFinalised', data: slot },
  HoldExpired: { type: 'HoldExpired', data: { cause: 'lapsed' } },
  HoldRevised: {
    type: 'HoldRevised',
    data: { area: 'Ventura', tasks: [], person: 'p2', personal: facts.PERSONAL },
  },
  MailParked: {
    type: 'MailParked',
    data: {
      role: 'customer',
      cause: 'BookingConfirmed',
      attempt: 1,
      position: 4,
      booking: 'b1',
      reason: '422 validation_error',
    },
  },
  MailRetried: { type: 'MailRetried', data: { role: 'customer', position: 4 } },
  MailSettled: { type: 'MailSettled', data: { role: 'customer' } },
  NoShowRecorded: { type: 'NoShowRecorded', data: slot },
  NoShowUndone: { type: 'NoShowUndone', data: slot },
  PaymentCaptured: {
    type: 'PaymentCaptured',
    data: { payment: 'pay1', checkout: 'c1', amount: 49_900, currency: 'usd' },
  },
  RefundFailed: { type: 'RefundFailed', data: { payment: 'pay1', attempt: 1, reason: 'card closed' } },
  RefundRequested: {
    type: 'RefundRequested',
    data: { payment: 'pay1', amount: 49_900, currency: 'usd', cause: 'slot-lost' },
  },
  RefundSucceeded: { type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1' } },
  ReminderRequested: { type: 'ReminderRequested', data: { kind: 'day-before', date } },
  SlotHeld: facts.slotHeld('full'),
  SlotReclaimed: { type: 'SlotReclaimed', data: { date, units } },
  SlotRefilled: { type: 'SlotRefilled', data: slot },
  UnitsClosed: { type: 'UnitsClosed', data: { units } },
  UnitsConfirmed: { type: 'UnitsConfirmed', data: { booking: 'b1', units } },
  UnitsForfeited: { type: 'UnitsForfeited', data: { booking: 'b1', units } },
  UnitsHeld: { type: 'UnitsHeld', data: { booking: 'b1', units, until } },
  UnitsOpened: { type: 'UnitsOpened', data: { units } },
  UnitsRefilled: { type: 'UnitsRefilled', data: { booking: 'b1', units, by: 'b2' } },
  UnitsReleased: { type: 'UnitsReleased', data: { booking: 'b1', units } },
  VisitCompleted: { type: 'VisitCompleted', data: slot },
};
