import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cause } from '#db/change.ts';
import type { GuestAddress } from '#db/queries/accounts/customer-bookings.ts';
import { forgetCredentials } from '#db/queries/accounts/passwords.ts';
import { forgetManageLinks } from '#db/queries/bookings/manage-links.ts';
import { endUnproven } from '#events/account/account-changes.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type Leaving, leave, leaveBehind as decideToLeaveBehind } from '#events/account/leaving.ts';
import { rolesStream } from '#events/account/roles.ts';
import { CHOOSE_VISITS } from '#shared/account/account-fields.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { repeatWhileRefused } from '../bookings/changing/repeat-while-refused.ts';
import { businessTime } from '../bookings/dependencies.ts';
import type { AccountDependencies } from './dependencies.ts';
import { PAGE, bookingPages, guestBookingPages } from '../bookings/access/booking-pages.ts';
import { isUnableToSave } from '#db/disk/sqlite.ts';
import { type OnWrong, demandPassword } from './signing-in/sign-in.ts';
import { eventsOf, statesOf, streamsOf } from './visits/visit-streams.ts';
import { confirmedAddresses, visitsAhead } from './visits/visits-ahead.ts';

/** What ending an account needs. */
export type AccountEnding = Pick<AccountDependencies, 'store' | 'clock'> & {
  readonly config: { readonly timeZone: string };
};
type Dependencies = AccountEnding;

/** Forgets the customer of one booking; keeps a visit that the customer was not asked about. */
function leaveBehind({ store, clock, config }: Dependencies, id: string, account: string, cause: Cause) {
  return store.change({
    streams: { booking: bookingStream(id) },
    decide: (states) => decideToLeaveBehind(states, { account, ...businessTime({ clock, config }) }),
    cause,
  });
}

/**
 * Forgets a deleted account's personal data: in its bookings, and by deleting every key that sealed it. `noted` are
 * guest bookings that its deletion names. A deleted account gets no new bookings, so this finds all of its own, and all that
 * guests made with its addresses before the deletion. Running it repeatedly has the same result: a job completes what a crash
 * interrupted, and removes what files still contain. Resolves with all bookings forgotten by now.
 */
export async function forgetAccount(
  dependencies: Dependencies,
  account: string,
  noted: readonly string[],
  cause: Cause,
): Promise<readonly string[]> {
  const { store } = dependencies;
  // The addresses can be read only until the keys are deleted; after that nothing is left to forget.
  const addresses = await confirmedAddresses(dependencies, account);
  const guests = new Set([...noted, ...(await guestBookings(dependencies, addresses))]);
  const persons = new Set<string>();
  const bookings: string[] = [];
  const forgetBookings = async (ids: readonly string[]) => {
    await Promise.all(ids.map((id) => leaveBehind(dependencies, id, account, cause)));
    const states = await Promise.all(ids.map(async (id) => ({ id, state: await store.stateOf(bookingStream(id)) })));
    const forgotten = states.flatMap(({ id, state }) => (state?.isForgotten ? { id, person: state.person } : []));
    for (const { person } of forgotten) persons.add(person);
    if (forgotten.length > 0)
      await store.write([
        forgetManageLinks(
          store.db,
          forgotten.map(({ id }) => id),
        ),
      ]);
    bookings.push(...forgotten.map(({ id }) => id));
  };
  for (const ids of inPages([...guests])) await forgetBookings(ids);
  for await (const page of bookingPages({ store }, [account])) await forgetBookings(page.map(({ id }) => id));
  const state = await store.stateOf(accountStream(account));
  if (state) persons.add(state.person);
  for (const page of inPages([...persons])) {
    store.forget(page);
    await nextTurn();
  }
  return bookings;
}

/** Batches of ids, each handled in one turn of the event loop. */
function* inPages(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield ids.slice(start, start + PAGE);
}

/** The ids of all bookings that guests made with these addresses. */
export async function guestBookings(
  { store }: Pick<Dependencies, 'store'>,
  addresses: readonly GuestAddress[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const address of addresses) {
    for await (const page of guestBookingPages({ store }, address)) ids.push(...page.map(({ id }) => id));
  }
  return ids;
}

/** The password and the decisions of an owner who deletes their account. */
export interface Deletion extends Pick<Leaving, 'visits' | 'told'> {
  readonly password: string;
  readonly onWrong?: OnWrong;
}

/**
 * Deletes an account and its password. Visits ahead are canceled or kept, as its owner chose; other bookings stay, without
 * personal data. Throws `Rejected`: `invalid` for a wrong password and for a missing choice, `busy`, `last-admin`,
 * `unknown-account`, `terms-changed` when the visits ahead are no longer what the owner was shown.
 */
export async function deleteAccount(
  dependencies: Dependencies & AccountDependencies,
  account: string,
  { visits, told, ...given }: Deletion,
  cause: Cause,
): Promise<{ readonly areVisitsKept: boolean }> {
  await demandPassword(dependencies, { account, ...given }, cause);
  const { guests, areVisitsKept } = await endAccount(dependencies, account, { visits, told }, cause);
  await forgetAccount(dependencies, account, guests, cause).catch((error: unknown) => {
    // The deletion is recorded: the job `account-forgetting` forgets what could not be forgotten now.
    if (!isUnableToSave(error)) throw error;
  });
  return { areVisitsKept };
}

/**
 * Records that an account is deleted, with what becomes of its visits ahead. Resolves with the guest bookings whose customer is its
 * owner; `forgetAccount` forgets the data. Throws `Rejected`: `invalid` for a missing choice, and what `leave` refuses.
 */
export function endAccount(
  dependencies: AccountEnding,
  account: string,
  { visits, told }: Pick<Leaving, 'visits' | 'told'>,
  cause: Cause,
): Promise<{ readonly guests: readonly string[]; readonly areVisitsKept: boolean }> {
  const { store, clock, config } = dependencies;
  return repeatWhileRefused(async () => {
    const addressEvents = (await store.stateOf(accountStream(account)))?.addressEvents.length ?? 0;
    const guests = await guestBookings(dependencies, await confirmedAddresses(dependencies, account));
    const ahead = (await visitsAhead(dependencies, account)).map(({ eventId }) => eventId);
    if (ahead.length > 0 && visits === null) throw new Rejected('invalid', { fields: { visits: CHOOSE_VISITS } });
    const { events } = await store.change({
      streams: { account: accountStream(account), roles: rolesStream, ...(await streamsOf(store, ahead)) },
      decide: ({ account: state, roles, ...others }) => {
        const time = businessTime({ clock, config });
        const leaving = { account, bookings: guests, addressEvents, visits, told, ...time };
        return eventsOf(leave({ account: state, roles, ...statesOf(others) }, leaving));
      },
      writes: () => forgetCredentials(store.db, account),
      cause,
    });
    return { guests, areVisitsKept: events.some(({ type }) => type === 'VisitKept') };
  });
}

/**
 * Ends an account whose address was never confirmed, for a customer who has proved that the mailbox is theirs. Resolves with
 * whether the address is free now: an account that has confirmed it keeps it.
 */
export async function endUnprovenAccount(dependencies: Dependencies, account: string, cause: Cause): Promise<boolean> {
  const { events } = await dependencies.store.change({
    streams: { account: accountStream(account) },
    decide: endUnproven,
    writes: ({ account: decided = [] }) =>
      decided.length === 0 ? [] : forgetCredentials(dependencies.store.db, account),
    cause,
  });
  if (events.length === 0) return false;
  await forgetAccount(dependencies, account, [], cause);
  return true;
}
