import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cause } from '#db/change.ts';
import type { GuestAddress } from '#db/projections/customer-bookings.ts';
import { type AccountEventOf, accountStream } from '#events/account.ts';
import { type BookingState, bookingStream } from '#events/booking.ts';
import { forgetCustomer } from '#events/forgetting.ts';
import { deleteAccount as decideDeletion, rolesStream } from '#events/roles.ts';
import { comparable } from '#shared/comparable.ts';
import type { AccountDependencies } from './dependencies.ts';
import { PAGE, bookingPages, guestBookingPages } from './booking-pages.ts';
import { orLater } from './log-and-vault.ts';
import { demandPassword } from './sign-in.ts';

type Dependencies = Pick<AccountDependencies, 'store'>;

/** Those by which an account gets, confirms or loses an address. */
type AddressEvent = AccountEventOf<'AccountRegistered' | 'EmailVerified' | 'EmailChanged' | 'AccountDeleted'>;

/**
 * Forgets a deleted account's people: strips its bookings of what is personal, destroys every key that this was sealed under,
 * and empties the vault of the rest. `noted` are bookings of guests that its deletion names. Nothing comes to belong to the account
 * any more, so all that does is found here, whenever it was held, and all that guests made with its addresses until it was deleted. Once
 * or several times comes to the same: a worker finishes what a crash cut off, and removes what files still hold. Resolves with all
 * bookings that were forgotten by now. Throws `ReadModelUnavailable` before it forgets anything when not all bookings can be listed.
 */
export async function forgetAccount(
  { store }: Dependencies,
  account: string,
  noted: readonly string[],
  cause: Cause,
): Promise<readonly string[]> {
  await store.read.bookings.whenLevel();
  // Its addresses can be read until the keys are destroyed, and then nothing is left to be forgotten.
  const guests = new Set([...noted, ...(await guestBookings({ store }, confirmedAddresses({ store }, account)))]);
  const persons = new Set<string>();
  const bookings: string[] = [];
  const forgetBookings = async (ids: readonly string[]) => {
    const decide = (states: { readonly booking: BookingState }) => forgetCustomer(states, account);
    await Promise.all(ids.map((id) => store.change({ streams: { booking: bookingStream(id) }, decide, cause })));
    const forgotten = ids.filter((id) => store.stateOf(bookingStream(id))?.isForgotten === true);
    for (const id of forgotten) persons.add(store.stateOf(bookingStream(id))!.person);
    store.manageLinks.forget(forgotten);
    bookings.push(...forgotten);
  };
  for (const ids of inPages([...guests])) await forgetBookings(ids);
  for await (const page of bookingPages({ store }, [account])) await forgetBookings(page.map(({ id }) => id));
  const state = store.stateOf(accountStream(account));
  if (state) persons.add(state.person);
  store.credentials.forget(account);
  for (const page of inPages([...persons])) {
    store.forget(page);
    await nextTurn();
  }
  return bookings;
}

/** What is done in one turn of the event loop each. */
function* inPages(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield ids.slice(start, start + PAGE);
}

/** The addresses that an account confirmed, each until it was given up or the account was deleted. Without its key none. */
function confirmedAddresses({ store }: Dependencies, account: string): GuestAddress[] {
  const addresses: GuestAddress[] = [];
  let current: string | null = null;
  let isConfirmed = false;
  const add = (heldBy: number | null) => {
    if (isConfirmed && current !== null) addresses.push({ address: comparable(current), heldBy });
  };
  const types: AddressEvent['type'][] = ['AccountRegistered', 'EmailVerified', 'EmailChanged', 'AccountDeleted'];
  const events = store.eventsOf<AddressEvent>(accountStream(account), types);
  for (const { type, data, at } of events) {
    if (type === 'EmailChanged' || type === 'AccountDeleted') add(at);
    if (type === 'AccountDeleted') return addresses;
    // Null once the account's key is lost, whatever the type of a fresh event says.
    if (type !== 'EmailVerified') current = (data.personal as typeof data.personal | null)?.email ?? null;
    if (type !== 'AccountRegistered') isConfirmed = true;
  }
  add(null);
  return addresses;
}

/** The ids of all bookings that guests made with these addresses. */
async function guestBookings({ store }: Dependencies, addresses: readonly GuestAddress[]): Promise<string[]> {
  const ids: string[] = [];
  for (const address of addresses) {
    for await (const page of guestBookingPages({ store }, address)) ids.push(...page.map(({ id }) => id));
  }
  return ids;
}

/**
 * Deletes an account for good, with its password. Bookings stay, without a name. Throws `Refused`: `invalid` for a wrong
 * password, `busy`; and `Rejected`: `last-admin`, `unknown-account`.
 */
export async function deleteAccount(
  dependencies: AccountDependencies,
  account: string,
  password: string,
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  await demandPassword(dependencies, account, password, 'password');
  const guests = await guestBookings(dependencies, confirmedAddresses(dependencies, account));
  await store.change({
    streams: { account: accountStream(account), roles: rolesStream },
    decide: (states) => decideDeletion(states, { account, bookings: guests }),
    cause,
  });
  await orLater(() => forgetAccount(dependencies, account, guests, cause));
}
