import type { Cause } from '#db/change.ts';
import type { GuestAddress } from '#db/queries/accounts/customer-bookings.ts';
import { expectPassword } from '#db/queries/accounts/accounts.ts';
import { endUnproven } from '#events/account/account-changes.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type Leaving, leave, leaveBehind as decideToLeaveBehind } from '#events/account/leaving.ts';
import { rolesStream } from '#events/account/roles.ts';
import { CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { bookingStreams, grouped } from '../bookings/changing/grouped-streams.ts';
import { repeatWhileRefused } from '../bookings/changing/repeat-while-refused.ts';
import { businessTime } from '../bookings/dependencies.ts';
import type { AccountDependencies } from './context.ts';
import { PAGE, bookingPages, guestBookingPages } from '../bookings/access/booking-pages.ts';
import { isStorageError } from '#db/open-store.ts';
import { withPassword } from './signing-in/sign-in.ts';
import { confirmedAddresses, visitsAhead } from './visits/visits-ahead.ts';
import type { Store } from '#db/store.ts';
import { dayStream } from '#events/day.ts';

export type AccountEnding = Pick<AccountDependencies, 'store' | 'clock'> & {
  readonly config: { readonly timeZone: string };
};
type Dependencies = AccountEnding;

/** Forgets the booking, or keeps a visit that the customer was not asked about. */
function leaveBehind({ store, clock, config }: Dependencies, id: string, account: string, cause: Cause) {
  return store.change({
    streams: { booking: bookingStream(id) },
    decide: (states) => decideToLeaveBehind(states, { account, ...businessTime({ clock, config }) }),
    cause,
  });
}

/** In pages. A job repeats it, in case a crash interrupts it. */
export async function forgetBookings(
  dependencies: Dependencies,
  account: string,
  guestBookingIds: readonly string[],
  cause: Cause,
): Promise<void> {
  const forget = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => leaveBehind(dependencies, id, account, cause)));
  for (let start = 0; start < guestBookingIds.length; start += PAGE)
    await forget(guestBookingIds.slice(start, start + PAGE));
  for await (const page of bookingPages(dependencies, [account])) await forget(page.map(({ id }) => id));
}

async function guestBookings(
  { store }: Pick<Dependencies, 'store'>,
  addresses: readonly GuestAddress[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const address of addresses) {
    for await (const page of guestBookingPages({ store }, address)) ids.push(...page.map(({ id }) => id));
  }
  return ids;
}

export interface Deletion extends Pick<Leaving, 'visits' | 'told'> {
  readonly password: string;
}

/** Cancels or keeps visits ahead. Throws `Rejected`: `invalid`, `busy`, `last-admin`, `unknown-account`, `terms-changed`. */
export async function deleteAccount(
  dependencies: Dependencies & AccountDependencies,
  account: string,
  { visits, told, ...given }: Deletion,
  cause: Cause,
): Promise<{ readonly areVisitsKept: boolean }> {
  const { guests, areVisitsKept } = await withPassword(dependencies, { account, ...given }, (hash) =>
    endAccount(dependencies, account, { visits, told, password: hash }, cause),
  );
  await forgetBookings(dependencies, account, guests, cause).catch((error: unknown) => {
    // The deletion is recorded: the job `account-bookings` forgets what could not be forgotten now.
    if (!isStorageError(error)) throw error;
  });
  return { areVisitsKept };
}

/**
 * Resolves with guest bookings for `forgetBookings`. `password`: the required hash; null for any. Throws `Rejected`: `invalid`
 * for a missing choice, `wrong-credentials`, and what `leave` refuses.
 */
export function endAccount(
  dependencies: AccountEnding,
  account: string,
  { visits, told, password = null }: Pick<Leaving, 'visits' | 'told'> & { readonly password?: string | null },
  cause: Cause,
): Promise<{ readonly guests: readonly string[]; readonly areVisitsKept: boolean }> {
  const { store, clock, config } = dependencies;
  return repeatWhileRefused(async () => {
    const addressEvents = (await store.stateOf(accountStream(account)))?.addressEvents.length ?? 0;
    const addresses = await confirmedAddresses(dependencies, account);
    const bookings = await guestBookings(dependencies, addresses);
    const ahead = (await visitsAhead(dependencies, account)).map(({ eventId }) => eventId);
    if (ahead.length > 0 && visits === null) throw new Rejected('invalid', { fields: { visits: CHOOSE_VISITS } });
    const { events } = await store.change(
      grouped({
        streams: { account: accountStream(account), roles: rolesStream },
        groups: await visitsAndDays(store, ahead),
        decide: (states) =>
          leave(states, { account, bookings, addressEvents, visits, told, ...businessTime({ clock, config }) }),
        writes: () => (password === null ? [] : [expectPassword(store.db, account, password)]),
        cause,
      }),
    );
    const end = events.find(({ type }) => type === 'AccountDeleted')!.at;
    // Guests may have booked with its addresses until it was deleted.
    const held = addresses.map(({ address, heldBy }) => ({ address, heldBy: heldBy ?? end }));
    const guests = await guestBookings(dependencies, held);
    return { guests, areVisitsKept: events.some(({ type }) => type === 'VisitKept') };
  });
}

/** For a customer who has proved that the mailbox is theirs. False if the account has confirmed the address and keeps it. */
export async function endUnprovenAccount(dependencies: Dependencies, account: string, cause: Cause): Promise<boolean> {
  const { events } = await dependencies.store.change({
    streams: { account: accountStream(account) },
    decide: endUnproven,
    cause,
  });
  return events.length > 0;
}

/** Further streams of the change, so that one decision and one append delete the account. */
async function visitsAndDays(store: Pick<Store, 'stateOf'>, bookings: readonly string[]) {
  const states = await Promise.all(bookings.map((id) => store.stateOf(bookingStream(id))));
  const dates = new Set(states.flatMap((state) => state?.date ?? []));
  const days = Object.fromEntries(Array.from(dates, (date) => [date, dayStream(date)]));
  return { visits: bookingStreams(bookings), days };
}
