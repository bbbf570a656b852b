/** What a customer typed wrong is corrected after paying: name, contact and address of the visit. */
import { CORRECTED_FIELDS, type CorrectableDetails } from '#shared/booking/corrected-fields.ts';
import { maySignIn } from '../account/account.ts';
import type { BusinessTime } from '../business-time.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type BookingAndAccount, type Caller, isPaidThere, unmailedLinksTo } from './booking-access.ts';
import type { Booking, BookingEvent, BookingState } from './booking.ts';
import { isVisitAhead } from './changing.ts';

export interface Correction extends BusinessTime {
  /** The details as they were read, and `Booking.corrections` at that time. */
  readonly before: CorrectableDetails;
  readonly corrections: number;
  readonly after: CorrectableDetails;
  /** The account of the admin who corrects them; absent when the customer does. */
  readonly admin?: string;
}

/** Whether the details of a booking can be corrected: until the visit is over. */
export function canCorrect(booking: Booking, time: BusinessTime): boolean {
  return !booking.isForgotten && isVisitAhead(booking, time);
}

/**
 * Corrects the details of a visit until it is over, and replaces its manage link: the one before may have reached a stranger. A
 * booking that an account took over by its address leaves that account when the owner corrects the address. Refuses
 * `unknown-booking`, `details-deleted`, `not-confirmed` for a visit that is not ahead, `changed-meanwhile` when the details were
 * changed since they were read, and `same-details`.
 */
export function correctDetails(
  { booking }: { readonly booking: BookingState },
  { before, corrections, after, admin, ...time }: Correction,
): { readonly booking: readonly BookingEvent[] } | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.isForgotten) return refuse('details-deleted');
  if (!isVisitAhead(booking, time)) return refuse('not-confirmed');
  if (booking.corrections !== corrections) return refuse('changed-meanwhile');
  const fields = CORRECTED_FIELDS.filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return refuse('same-details');
  const { area, ...personal } = after;
  const leavesAccount = booking.isAdopted && admin !== undefined && fields.includes('email');
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

/**
 * Whether a customer may correct a booking's details: the browser that paid it, and the account that owns it. The mailed link is
 * not enough, and neither is an account with the booking's address: both may be a stranger's when the address is wrong. Refuses
 * `cannot-correct`, also for a booking that does not exist.
 */
export function authorizeCorrection({ booking, account = null }: BookingAndAccount, caller: Caller): Refusal | null {
  if (booking === null) return refuse('cannot-correct');
  const isPayer = isPaidThere(booking, caller) || unmailedLinksTo(booking, caller).includes(booking.linkGeneration);
  const isOwn = caller.account !== null && booking.account === caller.account && maySignIn(account);
  return isPayer || isOwn ? null : refuse('cannot-correct');
}
