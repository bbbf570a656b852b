import type { DomainEvent } from '#events/registry.ts';
import * as facts from './facts.ts';

type Samples = { readonly [Type in DomainEvent['type']]: Extract<DomainEvent, { type: Type }> };

const { date, units, expiresAt: until } = facts.slotHeld('full').data;

/** One event of every type there is; a missing one fails the type check. */
export const EVERY_EVENT: Samples = {
  BookingConfirmed: facts.bookingConfirmed('full'),
  CheckoutOpened: { type: 'CheckoutOpened', data: { checkout: 'c1', attempt: 1 } },
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
  SlotHeld: facts.slotHeld('full'),
  SlotReclaimed: { type: 'SlotReclaimed', data: { date, units } },
  UnitsConfirmed: { type: 'UnitsConfirmed', data: { booking: 'b1', units } },
  UnitsHeld: { type: 'UnitsHeld', data: { booking: 'b1', units, until } },
  UnitsReleased: { type: 'UnitsReleased', data: { booking: 'b1', units } },
};
