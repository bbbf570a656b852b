import { accountWithAddress } from '#db/queries/accounts/passwords.ts';
import { wasPaid } from '#db/projections/bookings.ts';
import { bookingsOfReference } from '#db/queries/bookings/by-reference.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { VisitAhead } from '#shared/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { guestBookings } from './delete-account.ts';
import type { AccountDependencies } from './dependencies.ts';
import { confirmedAddresses, visitsAhead } from './visits/visits-ahead.ts';

type Dependencies = Pick<AccountDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** A person, by their account, and by guest bookings that do not belong to one. */
export interface FoundPerson {
  readonly account: string | null;
  readonly bookings: readonly string[];
  /** The account's visits that are not over, the soonest first. */
  readonly ahead: readonly VisitAhead[];
}

/** Finds a person by the email address, the id of the account, or the id or the reference of a booking. Null for none. */
export async function findPerson(dependencies: Dependencies, words: string): Promise<FoundPerson | null> {
  const { store } = dependencies;
  const text = words.trim();
  const ofAccount = async (account: string, bookings: readonly string[] = []): Promise<FoundPerson> => ({
    account,
    bookings,
    ahead: await visitsAhead(dependencies, account),
  });
  if (text.includes('@')) {
    const address = comparable(text);
    const account = await accountWithAddress(store.db, address);
    const bookings = await guestBookings({ store }, [{ address, heldBy: null }]);
    // The end of an account forgets the guest bookings of its confirmed addresses.
    const isConfirmed =
      account !== null && (await confirmedAddresses({ store }, account)).some((each) => each.address === address);
    if (account !== null) return ofAccount(account, isConfirmed ? [] : bookings);
    return bookings.length === 0 ? null : { account, bookings, ahead: [] };
  }
  if ((await store.stateOf(accountStream(text))) !== null) return ofAccount(text);
  const named =
    (await store.stateOf(bookingStream(text))) === null
      ? (await bookingsOfReference(store.db, text)).filter(wasPaid).map(({ id }) => id)
      : [text];
  const [id] = named;
  // Two bookings may have the same reference: neither is guessed.
  if (id === undefined || named.length > 1) return null;
  const account = (await store.stateOf(bookingStream(id)))?.account ?? null;
  return account === null ? { account, bookings: [id], ahead: [] } : ofAccount(account);
}
