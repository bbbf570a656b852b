/** Accounts that get another address: their bookings of which the customer is yet to hear go by it, too. */
import type { AccountEvent, AccountState } from './account.ts';
import type { BusinessTime } from './business-time.ts';
import { type EmailConfirmation, confirmEmailChange } from './account-changes.ts';
import type { Booking, BookingEvent, BookingState } from './booking.ts';
import { isVisitAhead } from './changing.ts';
import { type Refusal, isRefusal, refuse } from './refusal.ts';

/** Whether mail about a booking is to be expected: it is held or ahead, or money for it is still under way. */
export function expectsMail(booking: Booking, time: BusinessTime): boolean {
  const { status, isFinal, payments } = booking;
  if (status === 'held') return true;
  if (status === 'forfeited' && !isFinal) return true;
  return isVisitAhead(booking, time) || payments.some(({ refund }) => refund === 'requested' || refund === 'failed');
}

export interface AddressChange extends EmailConfirmation, BusinessTime {
  readonly account: string;
  /**
   * Bookings with the address so far, and how often each had been corrected when its address was read (`Booking.corrections`); null when
   * this is not the last side to confirm.
   */
  readonly typed: ReadonlyMap<string, number> | null;
}

export interface AccountAndBookings {
  readonly account: AccountState;
  readonly bookings: Readonly<Record<string, BookingState>>;
}

export interface AccountAndBookingsEvents {
  readonly account: readonly AccountEvent[];
  readonly bookings: Readonly<Record<string, readonly BookingEvent[]>>;
}

/**
 * Takes one side's confirmation; with the last of them the address of the account changes, and that of the bookings with the address so
 * far. Refuses `link-ended`, and `changed-meanwhile` when the other side has confirmed since the bookings were read, or a booking was
 * corrected.
 */
export function changeAddress(
  { account, bookings }: AccountAndBookings,
  { account: id, typed, now, timeZone, ...confirmation }: AddressChange,
): AccountAndBookingsEvents | Refusal {
  const confirmed = confirmEmailChange({ account }, confirmation);
  if (isRefusal(confirmed)) return confirmed;
  const isLast = confirmed.account.some(({ type }) => type === 'EmailChanged');
  if (isLast !== (typed !== null)) return refuse('changed-meanwhile');
  const news: Record<string, readonly BookingEvent[]> = {};
  for (const [each, booking] of Object.entries(bookings)) {
    news[each] = [];
    if (booking === null || booking.account !== id || booking.isForgotten) continue;
    if (!expectsMail(booking, { now, timeZone })) continue;
    if (booking.corrections !== typed?.get(each)) return refuse('changed-meanwhile');
    const { email } = confirmation;
    news[each] = [{ type: 'CustomerEmailChanged', data: { person: booking.person, personal: { email } } }];
  }
  return { ...confirmed, bookings: news };
}
