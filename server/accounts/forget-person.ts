import type { Cause } from '#db/change.ts';
import { bookingsOfReference } from '#db/projections/customer-search.ts';
import { accountStream } from '#events/account/account.ts';
import { forgetGuest } from '#events/account/leaving.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { isRefusal } from '#events/refusal.ts';
import type { VisitAhead } from '#shared/account/account.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { comparable } from '#shared/normalize-text.ts';
import { businessTime } from '../bookings/dependencies.ts';
import type { Mailer } from '../outside/mail/port.ts';
import { endAccount, forgetAccount, guestBookings } from './delete-account.ts';
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
  await store.updatedQueries().bookings.whenUpdated();
  const ofAccount = async (account: string, bookings: readonly string[] = []): Promise<FoundPerson> => ({
    account,
    bookings,
    ahead: await visitsAhead(dependencies, account),
  });
  if (text.includes('@')) {
    const address = comparable(text);
    const account = store.credentials.addressRow(address)?.account ?? null;
    const bookings = await guestBookings({ store }, [{ address, heldBy: null }]);
    // The end of an account forgets the guest bookings of its confirmed addresses.
    const isConfirmed =
      account !== null && confirmedAddresses({ store }, account).some((each) => each.address === address);
    if (account !== null) return ofAccount(account, isConfirmed ? [] : bookings);
    return bookings.length === 0 ? null : { account, bookings, ahead: [] };
  }
  if (store.stateOf(accountStream(text)) !== null) return ofAccount(text);
  const named =
    store.stateOf(bookingStream(text)) === null
      ? await bookingsOfReference(store.updatedQueries().bookings, text)
      : [text];
  const [id] = named;
  // Two bookings may have the same reference: neither is guessed.
  if (id === undefined || named.length > 1) return null;
  const account = store.stateOf(bookingStream(id))?.account ?? null;
  return account === null ? { account, bookings: [id], ahead: [] } : ofAccount(account);
}

/**
 * Forgets a person as the deletion of an account does: their keys, what the read models and other files have of them, and the mail that is
 * kept here. An account is ended, its visits ahead are canceled by their rules or kept until they are over. Running it again finishes what
 * was broken off. Throws `Rejected`: `invalid` for a missing choice, `last-admin`, and what `forgetGuest` refuses.
 */
export async function forgetPerson(
  dependencies: Dependencies & { readonly mailer: Pick<Mailer, 'forget'> },
  { account, bookings, ahead }: FoundPerson,
  visits: VisitsChoice | null,
  cause: Cause,
): Promise<{ readonly bookings: readonly string[] }> {
  const { store, mailer, clock, config } = dependencies;
  // Nothing is done by halves: a visit ahead of a guest refuses all.
  for (const id of bookings) {
    const decided = forgetGuest({ booking: store.stateOf(bookingStream(id)) }, businessTime({ clock, config }));
    if (isRefusal(decided)) throw new Rejected(decided.refusal);
  }
  const forgotten = new Set<string>();
  if (account !== null) {
    const told = new Map(
      ahead.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [[eventId, outcome] as const])),
    );
    const isEnded = store.stateOf(accountStream(account))?.status === 'deleted';
    const { guests } = isEnded ? { guests: [] } : await endAccount(dependencies, account, { visits, told }, cause);
    for (const id of await forgetAccount(dependencies, account, guests, cause)) forgotten.add(id);
  }
  for (const id of bookings) {
    await forgetBooking(dependencies, id, cause);
    forgotten.add(id);
  }
  const streams = Array.from(forgotten, (id) => bookingStream(id).name);
  await mailer.forget(account === null ? streams : [accountStream(account).name, ...streams]);
  await store.cleanFiles();
  return { bookings: [...forgotten] };
}

/** Forgets the customer of a guest's booking. */
async function forgetBooking({ store, clock, config }: Dependencies, id: string, cause: Cause): Promise<void> {
  const booking = bookingStream(id);
  await store.change({
    streams: { booking },
    decide: (states) => forgetGuest(states, businessTime({ clock, config })),
    cause,
  });
  const { person } = store.stateOf(booking) ?? {};
  store.manageLinks.forget([id]);
  if (person !== undefined) store.forget([person]);
}
