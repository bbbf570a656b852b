import type { Cause } from '#db/change.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { VisitsChoice } from '#shared/booking/managed-booking.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { forgetGuestOf } from '../bookings/forgetting/forget-guest.ts';
import { type PersonalDataHolders, removePersonalData } from '../bookings/forgetting/personal-data.ts';
import { type AccountEnding, endAccount, forgetAccount } from './delete-account.ts';
import type { FoundPerson } from './find-person.ts';

type Dependencies = AccountEnding & PersonalDataHolders;

/** Ids of bookings whose customer is forgotten, and of guests' bookings whose customer is forgotten once the visit is over. */
export interface PersonForgotten {
  readonly bookings: readonly string[];
  readonly later: readonly string[];
}

/**
 * Forgets a person for the operator, as the deletion of an account and the request of a guest do: their keys, rows and links, and the mail that is kept here. An account is ended, its visits ahead are canceled by their rules or kept until
 * they are over; a guest's visit ahead is kept. Running it again finishes what was broken off. Throws `Rejected`: `invalid` for a missing
 * choice, `last-admin`, and what `forgetGuestOf` refuses.
 */
export async function forgetPerson(
  dependencies: Dependencies,
  { account, bookings, ahead }: FoundPerson,
  visits: VisitsChoice | null,
  cause: Cause,
): Promise<PersonForgotten> {
  const { store } = dependencies;
  const forgotten = new Set<string>();
  if (account !== null) {
    const told = new Map(
      ahead.flatMap(({ eventId, outcome }) => (outcome === null ? [] : [[eventId, outcome] as const])),
    );
    const isEnded = (await store.stateOf(accountStream(account)))?.status === 'deleted';
    const { guests } = isEnded ? { guests: [] } : await endAccount(dependencies, account, { visits, told }, cause);
    for (const id of await forgetAccount(dependencies, account, guests, cause)) forgotten.add(id);
  }
  const [persons, later]: [string[], string[]] = [[], []];
  for (const id of bookings) {
    const person = await forgetCustomer(dependencies, id, cause);
    if (person === null) later.push(id);
    else {
      forgotten.add(id);
      persons.push(person);
    }
  }
  const accounts = account === null ? [] : [account];
  await removePersonalData(dependencies, { persons, bookings: [...forgotten], accounts });
  await store.cleanFiles();
  return { bookings: [...forgotten], later };
}

/** Forgets the customer of a guest's booking. Resolves with the person; null when that waits for the end of the visit. */
async function forgetCustomer(dependencies: Dependencies, id: string, cause: Cause): Promise<string | null> {
  const booking = await dependencies.store.stateOf(bookingStream(id));
  if (booking === null) throw new Rejected('unknown-booking');
  const from = { date: booking.date, claim: claimOf(booking.units) };
  const request = { booking: id, from, visit: 'keep', expects: null, caller: null } as const;
  return (await forgetGuestOf(dependencies, request, cause)) === 'after-visit' ? null : booking.person;
}
