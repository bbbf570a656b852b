/** A change of an account's address also changes its bookings whose customer still expects mail. */
import type { AccountEvent, AccountState } from '../account/account.ts';
import type { BusinessTime } from '../business-time.ts';
import { type EmailConfirmation, confirmEmailChange } from '../account/account-changes.ts';
import type { Booking, BookingEvent, BookingState } from './booking.ts';
import { isVisitAhead } from './changing.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

export function expectsMail(booking: Booking, time: BusinessTime): boolean {
  const { status, isFinal, payments } = booking;
  if (status === 'held') return true;
  if (status === 'forfeited' && !isFinal) return true;
  return isVisitAhead(booking, time) || payments.some(({ refund }) => refund === 'requested' || refund === 'failed');
}

export interface AddressChange extends EmailConfirmation, BusinessTime {
  readonly account: string;
  /** Bookings with the current address and their `corrections`; null if another side has yet to confirm. */
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

/** The last confirmation also changes the bookings. Refuses `link-ended`, and `changed-meanwhile` after a concurrent change. */
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
