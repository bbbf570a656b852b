import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { forgetGuestOf } from '../../bookings/forgetting/forget-guest.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { type AccountEnding, endAccount, forgetBookings } from '../delete-account.ts';
import { visitsAhead } from '../visits/visits-ahead.ts';
import { comparable } from '#shared/normalize-text.ts';
import { wasPaid } from '#db/projections/booking-row.ts';
import { bookingById, bookingsOfReference } from '#db/queries/bookings/bookings.ts';
import { userById, accountWithAddress } from '#db/queries/accounts/accounts.ts';
import type { Queries } from '#db/tables.ts';
import { guestBookingsAfter } from '#db/queries/accounts/customer-bookings.ts';

const CAUSE = { correlation: 'forget-person' };

/** `visits`: whether an account's visits ahead are kept or canceled. A guest's are kept. */
export function forgettingKeys({ account, bookings }: FoundPerson, visits: VisitsChoice | null): string[] {
  const guests = bookings.map((id) => `guest ${id}`);
  return account === null ? guests : [`account ${account} ${visits ?? ''}`, ...guests];
}

/** Requested by the operator. The job's code names a refusal. */
export const forgetPerson: JobKind<AccountEnding> = {
  kind: 'forget-person',
  on: {},
  async run({ key }, dependencies) {
    const [what = '', id = '', visits = ''] = key.split(' ');
    try {
      await (what === 'account'
        ? forgetAccount(dependencies, id, visits === '' ? null : (visits as VisitsChoice))
        : forgetGuest(dependencies, id));
    } catch (error) {
      if (error instanceof Rejected) return { code: error.refusal };
      throw error;
    }
    return undefined;
  },
  atOnce: 1,
};

async function forgetAccount(dependencies: AccountEnding, account: string, visits: VisitsChoice | null): Promise<void> {
  if ((await dependencies.store.stateOf(accountStream(account)))?.status === 'deleted') return;
  const ahead = await visitsAhead(dependencies, account);
  const told = new Map(
    ahead.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [[eventId, outcome] as const])),
  );
  const { guests } = await endAccount(dependencies, account, { visits, told }, CAUSE);
  await forgetBookings(dependencies, account, guests, CAUSE);
}

async function forgetGuest(dependencies: AccountEnding, id: string): Promise<void> {
  const booking = await dependencies.store.stateOf(bookingStream(id));
  if (booking === null) throw new Rejected('unknown-booking');
  const from = { date: booking.date, claim: claimOf(booking.units) };
  await forgetGuestOf(dependencies, { booking: id, from, visit: 'keep', expects: null, caller: null }, CAUSE);
}

const MOST_BOOKINGS = 10_000;

export interface FoundPerson {
  readonly account: string | null;
  readonly bookings: readonly string[];
}

/** By email address, account id, booking id or reference. */
export async function findPerson(db: Queries, query: string): Promise<FoundPerson | null> {
  const text = query.trim();
  if (text.includes('@')) {
    const address = comparable(text);
    const account = await accountWithAddress(db, address);
    const bookings = await guestBookingsAfter(db, { address, heldBy: null }, '', MOST_BOOKINGS);
    return account === null && bookings.length === 0 ? null : { account, bookings: bookings.map(({ id }) => id) };
  }
  if (await userById(db, text)) return { account: text, bookings: [] };
  const named = (await bookingById(db, text))
    ? [text]
    : (await bookingsOfReference(db, text)).filter(wasPaid).map(({ id }) => id);
  const [id] = named;
  // Two bookings may have the same reference.
  if (id === undefined || named.length > 1) return null;
  const { account = null } = (await bookingById(db, id)) ?? {};
  return account === null ? { account, bookings: [id] } : { account, bookings: [] };
}
