import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cause } from '#db/change.ts';
import { userById } from '#db/projections/users.ts';
import { accountStream } from '#events/account.ts';
import { bookingStream } from '#events/booking.ts';
import { forgetCustomer } from '#events/forgetting.ts';
import { deleteAccount as decideDeletion, rolesStream } from '#events/roles.ts';
import { customerOf } from '../bookings/of-account.ts';
import type { AccountDependencies } from './dependencies.ts';
import { PAGE, bookingPages } from './booking-pages.ts';
import { demandPassword } from './sign-in.ts';

type Dependencies = Pick<AccountDependencies, 'store'>;

/**
 * Forgets a deleted account's people: strips its bookings of what is personal, destroys every key that this was sealed under,
 * and empties the vault of the rest. Once or several times comes to the same, so a worker finishes what a crash cut off.
 */
export async function forgetAccount(
  { store }: Dependencies,
  account: string,
  bookings: readonly string[],
  cause: Cause,
): Promise<void> {
  const persons = new Set<string>();
  for (const ids of inPages(bookings)) {
    await Promise.all(
      ids.map((id) => store.change({ streams: { booking: bookingStream(id) }, decide: forgetCustomer, cause })),
    );
    for (const id of ids) {
      const booking = store.stateOf(bookingStream(id));
      if (booking) persons.add(booking.person);
    }
    store.manageLinks.forget(ids);
  }
  const state = store.stateOf(accountStream(account));
  if (state) persons.add(state.person);
  store.credentials.forget(account);
  for (const page of inPages([...persons])) {
    store.forget(page);
    await nextTurn();
  }
}

/** What is done in one turn of the event loop each. */
function* inPages(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield ids.slice(start, start + PAGE);
}

/**
 * Deletes an account for good, with its password. Bookings stay, without anybody's name. Throws `Refused`: `invalid` for a wrong
 * password, `busy`; and `Rejected`: `last-admin`, `unknown-account`.
 */
export async function deleteAccount(
  dependencies: AccountDependencies,
  account: string,
  password: string,
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  const row = await userById(store.read.users, account);
  const bookings: string[] = [];
  const customer = row ? customerOf(row) : [account];
  for await (const page of bookingPages(dependencies, customer)) bookings.push(...page.map(({ id }) => id));
  await demandPassword(dependencies, account, password, 'password');
  await store.change({
    streams: { account: accountStream(account), roles: rolesStream },
    decide: (states) => decideDeletion(states, { account, bookings }),
    cause,
  });
  await forgetAccount(dependencies, account, bookings, cause);
}
