import type { BookingEvent } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { MailEvent } from '#events/mail.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { type Unit, claimOf } from '#shared/booking/session-type.ts';
import type { StoryFact } from '#shared/owner/booking-story.ts';
import type { Refilled } from '../bookings/visit/history.ts';

/** An event of a booking's stream, of its day, or of the mails about it. */
export type StoryEvent = Recorded<BookingEvent> | Refilled | Recorded<MailEvent>;

function slot({ date, units }: { readonly date: CivilDate; readonly units: readonly Unit[] }): Slot {
  return { date, claim: claimOf(units) };
}

/** What an event says, without the customer's personal data. */
export function factOf(event: StoryEvent): StoryFact {
  switch (event.type) {
    case 'SlotHeld':
      return event.data.method === 'owner'
        ? { kind: 'taken-by-phone', slot: slot(event.data), cents: event.data.price }
        : { kind: 'held', slot: slot(event.data), cents: event.data.price, until: event.data.expiresAt };
    case 'HoldRevised':
      return { kind: 'details-revised' };
    case 'PhotosAdded':
      return { kind: 'photos-added', count: event.data.photos.length };
    case 'PhotoRemoved':
      return { kind: 'photo-removed' };
    case 'CheckoutOpened':
      return { kind: 'checkout-opened', checkout: event.data.checkout };
    case 'HoldExpired':
      return { kind: 'hold-ended', cause: event.data.cause };
    case 'SlotReclaimed':
      return { kind: 'reclaimed', slot: slot(event.data) };
    case 'PaymentCaptured': {
      const { payment, amount: cents, currency } = event.data;
      return { kind: 'paid', payment, cents, currency };
    }
    case 'PaidOutside':
      return { kind: 'paid-outside', cents: event.data.amount, currency: event.data.currency };
    case 'BookingConfirmed': {
      const { price: cents, freeChangesThrough } = event.data;
      return { kind: 'booked', slot: slot(event.data), cents, freeChangesThrough };
    }
    case 'RefundRequested': {
      const { payment, amount: cents, currency, cause: reason, outside: isOutside = false } = event.data;
      return { kind: 'refund-requested', payment, cents, currency, reason, isOutside };
    }
    case 'RefundSucceeded':
      return { kind: 'refund-succeeded', payment: event.data.payment, refund: event.data.refund };
    case 'RefundedByHand': {
      const { payment, refund, amount: cents, currency } = event.data;
      return { kind: 'refunded-by-hand', payment, refund, cents, currency };
    }
    case 'HandRefundFailed':
      return { kind: 'hand-refund-failed', refund: event.data.refund, reason: event.data.reason };
    case 'DisputeReported':
      return { kind: 'disputed', ...event.data };
    case 'RefundSettled':
      return { kind: 'refund-settled' };
    case 'RefundRetried':
      return { kind: 'refund-retried', payment: event.data.payment };
    case 'RefundFailed': {
      const { payment, attempt, reason } = event.data;
      return { kind: 'refund-failed', payment, attempt, reason };
    }
    case 'BookingRescheduled': {
      const { from, freeChangesThrough } = event.data;
      return { kind: 'moved', from: slot(from), to: slot(event.data), freeChangesThrough };
    }
    case 'BookingCancelled':
      return { kind: 'cancelled', side: event.data.by };
    case 'BookingForfeited':
      return { kind: 'forfeited', slot: slot(event.data) };
    case 'UnitsRefilled':
      return { kind: 'units-refilled', units: event.data.units, cause: event.data.by === null ? 'closure' : 'sale' };
    case 'SlotRefilled':
      return { kind: 'refilled' };
    case 'ForfeitureFinalised':
      return { kind: 'forfeiture-final' };
    case 'VisitCompleted':
      return { kind: 'completed' };
    case 'CompletionUndone':
      return { kind: 'completion-undone' };
    case 'NoShowRecorded':
      return { kind: 'no-show' };
    case 'NoShowUndone':
      return { kind: 'no-show-undone' };
    case 'ReminderRequested':
      return { kind: 'reminder', about: event.data.kind };
    case 'LinksRequested':
      return { kind: 'links-requested' };
    case 'BookingClaimed':
      return { kind: 'adopted' };
    case 'MessageSent':
      return { kind: 'message', text: event.data.personal?.text ?? null };
    case 'CustomerEmailChanged':
      return { kind: 'email-changed' };
    case 'BookingDetailsCorrected': {
      const { fields, admin } = event.data;
      return { kind: 'details-corrected', fields, side: admin === undefined ? 'customer' : 'owner' };
    }
    case 'VisitKept':
      return { kind: 'kept' };
    case 'ForgettingRequested':
      return { kind: 'forgetting-requested' };
    case 'KeptVisitOver':
      return { kind: 'kept-visit-over' };
    case 'CustomerForgotten':
      return { kind: 'forgotten' };
    case 'MailReturned':
      return { kind: 'mail-returned', how: event.data.kind };
  }
}

/** The account of the admin who did it; null when no admin did. */
export function adminOf(event: StoryEvent): string | null {
  switch (event.type) {
    case 'VisitCompleted':
    case 'CompletionUndone':
    case 'NoShowRecorded':
    case 'NoShowUndone':
      return event.data.by;
    case 'BookingCancelled':
    case 'BookingRescheduled':
    case 'RefundRequested':
    case 'RefundRetried':
    case 'RefundSettled':
    case 'PaidOutside':
    case 'MessageSent':
    case 'BookingDetailsCorrected':
      return event.data.admin ?? null;
    default:
      return null;
  }
}
