import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cause } from '#db/change.ts';
import type { GuestAddress } from '#db/projections/customer-bookings.ts';
import { userById } from '#db/projections/users.ts';
import { accountStream } from '#events/account.ts';
import { type BookingState, bookingStream } from '#events/booking.ts';
import { forgetCustomer } from '#events/forgetting.ts';
import { deleteAccount as decideDeletion, rolesStream } from '#events/roles.ts';
import { comparable } from '#shared/comparable.ts';
import type { AccountDependencies } from './dependencies.ts';
import { PAGE, bookingPages, guestBookingPages } from './booking-pages.ts';
import { orLater } from './log-and-vault.ts';
import { demandPassword } from './sign-in.ts';

type Dependencies = Pick<AccountDependencies, 'store'>;

/**
 * Forgets a deleted account's people: strips its bookings of what is personal, destroys every key that this was sealed under,
 * and empties the vault of the rest. `guests` are bookings that guests made with its addresses. Nothing comes to belong to the
 * account any more, so all that does is found here, whenever it was held. Once or several times comes to the same: a worker
 * finishes what a crash cut off, and removes what files still hold. Resolves with all bookings that were forgotten by now.
 */
export async function forgetAccount(
  { store }: Dependencies,
  account: string,
  guests: readonly string[],
  cause: Cause,
): Promise<readonly string[]> {
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
  for (const ids of inPages(guests)) await forgetBookings(ids);
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

/** The addresses that an account confirmed: the one of now, and each former one until it was given up. */
async function confirmedAddresses({ store }: Dependencies, account: string): Promise<GuestAddress[]> {
  const addresses: GuestAddress[] = [];
  let isConfirmed = false;
  for (const { type, data, at } of store.eventsOf(accountStream(account), ['EmailVerified', 'EmailChanged'])) {
    if (type === 'EmailChanged' && isConfirmed) {
      // Null once the account's key is lost, whatever the type of a fresh event says.
      const personal = data.personal as typeof data.personal | null;
      if (personal) addresses.push({ address: comparable(personal.previous), heldBy: at });
    }
    isConfirmed = true;
  }
  const row = await userById(store.read.users, account);
  if (row?.verified === 1 && row.email_key !== null) addresses.push({ address: row.email_key, heldBy: null });
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
  const addresses = await confirmedAddresses(dependencies, account);
  const guests = await guestBookings(dependencies, addresses);
  await store.change({
    streams: { account: accountStream(account), roles: rolesStream },
    decide: (states) => decideDeletion(states, { account, bookings: guests }),
    cause,
  });
  await orLater(async () => {
    // With those that were made while the others were listed.
    const all = new Set([...guests, ...(await guestBookings(dependencies, addresses))]);
    return forgetAccount(dependencies, account, [...all], cause);
  });
}
