import type { Cause } from '#db/change.ts';
import { accountStream } from '#events/account/account.ts';
import { forgetGuest } from '#events/account/leaving.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { isRefusal } from '#events/refusal.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { businessTime } from '../bookings/dependencies.ts';
import type { Mailer } from '../outside/mail/port.ts';
import { endAccount, forgetAccount } from './delete-account.ts';
import type { AccountDependencies } from './dependencies.ts';
import type { FoundPerson } from './find-person.ts';

type Dependencies = Pick<AccountDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

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
