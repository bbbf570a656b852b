import { CORRECTED_FIELDS, type CorrectableDetails } from '#shared/booking/booking-fields.ts';
import { maySignIn } from '../account/account.ts';
import type { BusinessTime } from '../business-time.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type BookingAndAccount, type Caller, isPaidThere, unmailedLinksTo } from './booking-access.ts';
import type { Booking, BookingEvents, OneBooking } from './booking.ts';
import { isVisitAhead } from './changing.ts';

export interface Correction extends BusinessTime {
  /** As they were read, with `Booking.corrections` at that time. */
  readonly before: CorrectableDetails;
  readonly corrections: number;
  readonly after: CorrectableDetails;
  readonly admin?: string;
}

export function canCorrect(booking: Booking, time: BusinessTime): boolean {
  return !booking.isForgotten && isVisitAhead(booking, time);
}

/**
 * Replaces the manage link, which may have reached a stranger. A corrected address removes the booking from the account that
 * adopted it by the old one. Refuses `unknown-booking`, `details-deleted`, `not-confirmed`, `changed-meanwhile`, `same-details`.
 */
export function correctDetails(
  { booking }: OneBooking,
  { before, corrections, after, admin, ...time }: Correction,
): BookingEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.isForgotten) return refuse('details-deleted');
  if (!isVisitAhead(booking, time)) return refuse('not-confirmed');
  if (booking.corrections !== corrections) return refuse('changed-meanwhile');
  const fields = CORRECTED_FIELDS.filter((field) => after[field] !== undefined && before[field] !== after[field]);
  if (fields.length === 0) return refuse('same-details');
  const { area, ...personal } = after;
  const leavesAccount = booking.isAdopted && fields.includes('email');
  const data = {
    fields,
    link: booking.linkGeneration + 1,
    account: leavesAccount ? null : booking.account,
    area,
    person: booking.person,
    personal,
    ...(admin !== undefined && { admin }),
  };
  return { booking: [{ type: 'BookingDetailsCorrected', data }] };
}

/** Not for mailed links or the address's account: if the address is wrong, both may be a stranger's. Refuses `cannot-correct`. */
export function authorizeCorrection({ booking, account = null }: BookingAndAccount, caller: Caller): Refusal | null {
  if (booking === null) return refuse('cannot-correct');
  const isPayer = isPaidThere(booking, caller) || unmailedLinksTo(booking, caller).includes(booking.linkGeneration);
  const isOwn =
    caller.account !== null && booking.account === caller.account && !booking.isAdopted && maySignIn(account);
  return isPayer || isOwn ? null : refuse('cannot-correct');
}
