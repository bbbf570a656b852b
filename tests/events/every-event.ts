import type { DomainEvent } from '#events/registry.ts';
import * as accounts from './account/account-facts.ts';
import * as facts from './facts.ts';

type Samples = { readonly [Type in DomainEvent['type']]: Extract<DomainEvent, { type: Type }> };

const { date, units, expiresAt: until } = facts.slotHeld('full').data;
const slot = { date, units };

/** One event of every type there is; a missing one fails the type check. */
export const EVERY_EVENT: Samples = {
  AttentionDismissed: { type: 'AttentionDismissed', data: { reason: 'called', admin: 'a1' } },
  AttentionRestored: { type: 'AttentionRestored', data: { admin: 'a1' } },
  CalendarFeedMade: { type: 'CalendarFeedMade', data: { by: 'a1' } },
  CalendarFeedRemoved: { type: 'CalendarFeedRemoved', data: { by: 'a1' } },
  BookingCancelled: { type: 'BookingCancelled', data: { by: 'customer' } },
  BookingClaimed: { type: 'BookingClaimed', data: { account: 'a1' } },
  AccountDeleted: { type: 'AccountDeleted', data: { person: 'p1', bookings: ['b1'] } },
  AccountDisabled: { type: 'AccountDisabled', data: { by: 'a1' } },
  AccountEnabled: { type: 'AccountEnabled', data: { by: 'a1' } },
  AccountRegistered: accounts.registered(),
  AdminAppointed: accounts.appointed('a1'),
  AdminDismissed: accounts.dismissed('a1'),
  BookingConfirmed: facts.bookingConfirmed('full'),
  BookingForfeited: { type: 'BookingForfeited', data: slot },
  BookingRescheduled: {
    type: 'BookingRescheduled',
    data: { from: slot, move: 1, date: '2027-03-20', units, freeChangesThrough: '2027-03-18' },
  },
  CheckoutOpened: { type: 'CheckoutOpened', data: { checkout: 'c1', attempt: 1 } },
  ForfeitureEnded: { type: 'ForfeitureEnded', data: { booking: 'b1', cause: 'final' } },
  ForfeitureFinalised: { type: 'ForfeitureFinalised', data: slot },
  CompletionUndone: { type: 'CompletionUndone', data: { ...slot, by: 'a1' } },
  CustomerEmailChanged: {
    type: 'CustomerEmailChanged',
    data: { person: 'p1', personal: { email: 'reyes@example.com' } },
  },
  BookingDetailsCorrected: {
    type: 'BookingDetailsCorrected',
    data: {
      fields: ['email'],
      link: 1,
      account: null,
      area: 'Ojai',
      person: 'p1',
      personal: { name: 'Ada Reyes', email: 'reyes@example.com', phone: '805-555-0142', address: '12 Anacapa St' },
    },
  },
  CustomerForgotten: { type: 'CustomerForgotten', data: { person: 'p1' } },
  EmailChangeConfirmed: { type: 'EmailChangeConfirmed', data: { change: 'c1', side: 'new' } },
  EmailChangeRequested: accounts.changeRequested(),
  EmailChangeWithdrawn: { type: 'EmailChangeWithdrawn', data: { change: 'c1' } },
  EmailChanged: {
    type: 'EmailChanged',
    data: { change: 'c1', person: 'p1', personal: { email: 'reyes@example.com', previous: 'ada@example.com' } },
  },
  EmailVerified: { type: 'EmailVerified', data: { by: 'link' } },
  DisputeReported: {
    type: 'DisputeReported',
    data: {
      payment: 'pay1',
      currency: 'usd',
      dispute: 'd1',
      amount: 29_900,
      state: 'needs-response',
      isInquiry: false,
      blocksRefund: true,
      reason: 'fraudulent',
      evidenceDueBy: until,
      fee: 1500,
    },
  },
  HandRefundFailed: { type: 'HandRefundFailed', data: { payment: 'pay1', refund: 'r1', reason: 'card closed' } },
  RefundedByHand: { type: 'RefundedByHand', data: { payment: 'pay1', refund: 'r1', amount: 100, currency: 'usd' } },
  HoldExpired: { type: 'HoldExpired', data: { cause: 'lapsed' } },
  HoldRevised: {
    type: 'HoldRevised',
    data: { area: 'Ventura', tasks: [], person: 'p2', personal: facts.PERSONAL },
  },
  NoShowRecorded: { type: 'NoShowRecorded', data: { ...slot, by: 'a1', recordedAt: 1 } },
  NoShowUndone: { type: 'NoShowUndone', data: { ...slot, by: 'a1' } },
  PasswordChanged: { type: 'PasswordChanged', data: { by: 'owner' } },
  PasswordResetRequested: { type: 'PasswordResetRequested', data: { askedAt: 1 } },
  PaidOutside: { type: 'PaidOutside', data: { payment: 'outside-b1', amount: 45_000, currency: 'usd', admin: 'a1' } },
  MailReturned: {
    type: 'MailReturned',
    data: {
      kind: 'bounced',

      booking: 'b1',
      person: 'p1',
      personal: { email: 'reyes@example.com' },
    },
  },
  PaymentCaptured: {
    type: 'PaymentCaptured',
    data: { payment: 'pay1', checkout: 'c1', amount: 49_900, currency: 'usd' },
  },
  ProfileChanged: { type: 'ProfileChanged', data: { person: 'p1', personal: accounts.PROFILE } },
  PhotoRemoved: { type: 'PhotoRemoved', data: { photo: 'f1' } },
  PhotosAdded: { type: 'PhotosAdded', data: { photos: [{ id: 'f1', width: 1600, height: 1200 }] } },
  RefundFailed: { type: 'RefundFailed', data: { payment: 'pay1', attempt: 1, reason: 'card closed' } },
  RefundRequested: {
    type: 'RefundRequested',
    data: { payment: 'pay1', amount: 49_900, currency: 'usd', cause: 'slot-lost' },
  },
  RefundRetried: { type: 'RefundRetried', data: { payment: 'pay1', admin: 'a1' } },
  RefundSucceeded: { type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1' } },
  ForgettingRequested: { type: 'ForgettingRequested', data: { person: 'p1' } },
  KeptVisitOver: { type: 'KeptVisitOver', data: { person: 'p1' } },
  MessageSent: {
    type: 'MessageSent',
    data: { person: 'p1', personal: { text: 'See you then, Ada Reyes.' }, admin: 'a1' },
  },
  LinksRequested: { type: 'LinksRequested', data: { askedAt: 1 } },
  ReminderRequested: { type: 'ReminderRequested', data: { kind: 'day-before', date } },
  SignInAttackNoticed: { type: 'SignInAttackNoticed', data: { askedAt: 1 } },
  RegistrationRepeated: { type: 'RegistrationRepeated', data: { askedAt: 1 } },
  RefundSettled: { type: 'RefundSettled', data: { payment: 'outside-b1', admin: 'a1' } },
  SlotHeld: facts.slotHeld('full'),
  SlotReclaimed: { type: 'SlotReclaimed', data: { date, units } },
  SlotRefilled: { type: 'SlotRefilled', data: slot },
  UnitsClosed: { type: 'UnitsClosed', data: { units, admin: 'a1' } },
  UnitsConfirmed: { type: 'UnitsConfirmed', data: { booking: 'b1', units } },
  UnitsForfeited: { type: 'UnitsForfeited', data: { booking: 'b1', units } },
  UnitsHeld: { type: 'UnitsHeld', data: { booking: 'b1', units, until } },
  UnitsOpened: { type: 'UnitsOpened', data: { units, admin: 'a1' } },
  UnitsRefilled: { type: 'UnitsRefilled', data: { booking: 'b1', units, by: 'b2' } },
  UnitsReleased: { type: 'UnitsReleased', data: { booking: 'b1', units } },
  VisitKept: { type: 'VisitKept', data: { account: 'a1' } },
  VisitCompleted: { type: 'VisitCompleted', data: { ...slot, by: 'a1', recordedAt: 1 } },
  SignedOutEverywhere: { type: 'SignedOutEverywhere', data: { by: 'a1' } },
  VerificationRequested: { type: 'VerificationRequested', data: { askedAt: 1 } },
};
