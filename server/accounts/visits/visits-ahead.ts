import type { BookingRow } from '#db/projections/booking-row.ts';
import { type GuestAddress, customerBookings } from '#db/queries/accounts/customer-bookings.ts';
import { type AddressEvent, accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { cancelOutcome, isVisitAhead } from '#events/booking/changing.ts';
import type { Recorded } from '#events/event.ts';
import type { VisitAhead } from '#shared/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { PLACE_FIELDS } from '#shared/booking/booking-view.ts';
import { moneyOf } from '../../bookings/visit/money.ts';
import { bookingView } from '../../bookings/visit/view.ts';
import { momentOf } from '../../bookings/access/of-account.ts';
import { businessTime } from '../../bookings/dependencies.ts';
import type { AccountDependencies } from '../context.ts';
import type { Cause } from '#db/change.ts';
import { userById } from '#db/queries/accounts/accounts.ts';
import { claimBooking } from '#events/booking/booking-access.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** More than two visits a day on 60 bookable days, and few enough for one form field. */
const MOST = 160;

/** Each until it was replaced. None once the account is deleted. */
export async function confirmedAddresses({ store }: Pick<Reader, 'store'>, account: string): Promise<GuestAddress[]> {
  const addresses: GuestAddress[] = [];
  let current: string | null = null;
  let isConfirmed = false;
  const add = (heldBy: number | null) => {
    if (isConfirmed && current !== null) addresses.push({ address: comparable(current), heldBy });
  };
  const stream = accountStream(account);
  const events = (await store.eventsOf(
    stream,
    (await store.stateOf(stream))?.addressEvents ?? [],
  )) as Recorded<AddressEvent>[];
  for (const { type, data, at } of events) {
    if (type === 'EmailChanged') add(at);
    if (type !== 'EmailVerified') current = data.personal?.email ?? null;
    if (type !== 'AccountRegistered') isConfirmed = true;
  }
  add(null);
  return addresses;
}

/** Visits that are not over, soonest first: the account's, and guests' with an address it has confirmed. */
export async function visitsAhead(reader: Reader, account: string): Promise<VisitAhead[]> {
  const { store } = reader;
  const addresses = await confirmedAddresses(reader, account);
  // An address that was replaced and restored is listed twice.
  const keys = [account, ...new Set(addresses.map(({ address }) => address))] as const;
  const rows = await customerBookings(store.db, keys, momentOf(reader), { filter: 'upcoming', limit: MOST });
  const time = businessTime(reader);
  const ahead: VisitAhead[] = [];
  for (const row of rows) {
    const booking = await store.stateOf(bookingStream(row.id));
    if (!booking || !isVisitAhead(booking, time) || !isOf(row, account, addresses)) continue;
    const { paidCents, refundingCents } = moneyOf(row);
    const outcome = cancelOutcome(booking, time);
    const cents = paidCents - refundingCents;
    ahead.push({ ...bookingView(row, PLACE_FIELDS), outcome, cents, email: row.email ?? '' });
  }
  return ahead;
}

function isOf(row: BookingRow, account: string, addresses: readonly GuestAddress[]): boolean {
  if (row.account !== null) return row.account === account;
  return addresses.some(
    ({ address, heldBy }) => row.email_key === address && (heldBy === null || row.held_at <= heldBy),
  );
}

/** Guest bookings with the confirmed address, unless another request adopts one meanwhile. */
export async function claimBookings(
  { store }: Pick<AccountDependencies, 'store'>,
  account: string,
  cause: Cause,
): Promise<void> {
  const row = await userById(store.db, account);
  if (row?.verified !== 1 || row.email_key === null) return;
  const claim = async (id: string) => {
    try {
      await store.change({
        streams: { booking: bookingStream(id), account: accountStream(account) },
        decide: (states) => claimBooking(states, account),
        cause,
      });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
  };
  for await (const page of bookingPages({ store }, [row.email_key])) await Promise.all(page.map(({ id }) => claim(id)));
}
