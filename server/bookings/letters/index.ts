import type { MailCause, MailRole } from '#events/mail.ts';
import { bookingConfirmed, dayBefore, lastFreeDay, lostLinks, message, newBooking } from './booked.ts';
import { visitCancelled, visitCancelledForOwner, visitForfeited } from './cancelled.ts';
import {
  dataDeletedAfterVisit,
  detailsCorrected,
  detailsCorrectedForOwner,
  visitKept,
  visitMoved,
  visitMovedForOwner,
  visitStays,
} from './changed.ts';
import { dispute } from './dispute.ts';
import type { BookingLetter, CustomerLetter } from './letter.ts';
import { moneyBack, refundDelayed, refundFailed } from './money-back.ts';
import { mailReturned } from './undelivered.ts';

/** Those to the customer come first. */
export const LETTERS: readonly BookingLetter[] = [
  bookingConfirmed,
  lastFreeDay,
  dayBefore,
  message,
  visitMoved,
  detailsCorrected,
  visitCancelled,
  visitForfeited,
  moneyBack,
  refundDelayed,
  visitKept,
  dataDeletedAfterVisit,
  lostLinks,
  newBooking,
  visitMovedForOwner,
  detailsCorrectedForOwner,
  visitCancelledForOwner,
  refundFailed,
  dispute,
  visitStays,
  mailReturned,
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
