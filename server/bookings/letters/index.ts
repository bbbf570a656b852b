import { letter as bookingConfirmed } from './customer/booking-confirmed.ts';
import { letter as customerDataDeletedAfterVisit } from './customer/data-deleted-after-visit.ts';
import { letter as dayBefore } from './customer/day-before.ts';
import { letter as customerDetailsCorrected } from './customer/details-corrected.ts';
import { letter as keptPaymentReturned } from './customer/kept-payment-returned.ts';
import { letter as lastFreeDay } from './customer/last-free-day.ts';
import { letter as lostLinks } from './customer/lost-links.ts';
import { letter as message } from './customer/message.ts';
import { letter as paymentReturned } from './customer/payment-returned.ts';
import { letter as refundDelayed } from './customer/refund-delayed.ts';
import { letter as slotLost } from './customer/slot-lost.ts';
import { letter as customerVisitCancelled } from './customer/visit-cancelled.ts';
import { letter as visitForfeited } from './customer/visit-forfeited.ts';
import { letter as customerVisitKept } from './customer/visit-kept.ts';
import { letter as customerVisitMoved } from './customer/visit-moved.ts';
import { letter as visitRefunded } from './customer/visit-refunded.ts';
import { letter as ownerDataDeletedAfterVisit } from './owner/data-deleted-after-visit.ts';
import { letter as ownerDetailsCorrected } from './owner/details-corrected.ts';
import { letter as dispute } from './owner/dispute.ts';
import { letter as mailReturned } from './owner/mail-returned.ts';
import { letter as newBooking } from './owner/new-booking.ts';
import { letter as refundFailed } from './owner/refund-failed.ts';
import { letter as ownerVisitCancelled } from './owner/visit-cancelled.ts';
import { letter as ownerVisitKept } from './owner/visit-kept.ts';
import { letter as ownerVisitMoved } from './owner/visit-moved.ts';
import type { MailCause, MailRole } from '#events/mail.ts';
import type { BookingLetter, CustomerLetter } from './letter.ts';

/** Those to the customer come first. */
export const LETTERS: readonly BookingLetter[] = [
  bookingConfirmed,
  customerDataDeletedAfterVisit,
  dayBefore,
  customerDetailsCorrected,
  keptPaymentReturned,
  lastFreeDay,
  lostLinks,
  message,
  paymentReturned,
  refundDelayed,
  slotLost,
  customerVisitCancelled,
  visitForfeited,
  customerVisitKept,
  customerVisitMoved,
  visitRefunded,
  ownerDataDeletedAfterVisit,
  ownerDetailsCorrected,
  dispute,
  mailReturned,
  newBooking,
  refundFailed,
  ownerVisitCancelled,
  ownerVisitKept,
  ownerVisitMoved,
];

export const LETTER_CAUSES = [...new Set(LETTERS.flatMap(({ on }) => on))];

export function rolesOf(cause: (typeof LETTER_CAUSES)[number]): MailRole[] {
  return [...new Set(LETTERS.filter(({ on }) => on.includes(cause)).map(({ to }) => to))];
}

/** The end of a sentence. */
export function tellsOf(cause: MailCause): string {
  const letter = LETTERS.find((each): each is CustomerLetter => each.to === 'customer' && each.on.includes(cause));
  return letter?.tells ?? 'about their visit';
}
