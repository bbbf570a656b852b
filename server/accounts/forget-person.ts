import type { Cause } from '#db/change.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { forgetGuestOf } from '../bookings/forgetting/forget-guest.ts';
import { type PersonalDataHolders, removePersonalData } from '../bookings/forgetting/personal-data.ts';
import { type AccountEnding, endAccount, forgetAccount } from './delete-account.ts';

type Dependencies = AccountEnding & PersonalDataHolders;

/** `after-visit`: visits ahead stay booked, and what they need stays until they are over. */
export type PersonForgotten = 'forgotten' | 'after-visit';

/**
 * Forgets a person for the operator of the site: the owner of an account by its id, or a guest by the id of a booking, also of an
 * unpaid one. Visits ahead are kept, as when the person chooses that. When this resolves, the data is gone from every file, and doing
 * it again has the same result. Throws `Rejected`: `not-found` for an id that no account or booking has, `has-account` for a booking
 * of an account, whose id is the message, and `last-admin`.
 */
export async function forgetPerson(dependencies: Dependencies, id: string, cause: Cause): Promise<PersonForgotten> {
  const { store } = dependencies;
  const isAccount = store.stateOf(accountStream(id)) !== null;
  if (!isAccount && store.stateOf(bookingStream(id)) === null) throw new Rejected('not-found');
  const forgotten = isAccount
    ? await forgetOwner(dependencies, id, cause)
    : await forgetCustomer(dependencies, id, cause);
  await store.cleanFiles();
  return forgotten;
}

async function forgetOwner(dependencies: Dependencies, account: string, cause: Cause): Promise<PersonForgotten> {
  const { store } = dependencies;
  const isThere = store.stateOf(accountStream(account))?.status !== 'deleted';
  const decision = { visits: 'keep', told: new Map() } as const;
  const { guests, areVisitsKept } = isThere
    ? await endAccount(dependencies, account, decision, cause)
    : { guests: [], areVisitsKept: false };
  const bookings = await forgetAccount(dependencies, account, guests, cause);
  await removePersonalData(dependencies, { persons: [], bookings, accounts: [account] });
  return areVisitsKept ? 'after-visit' : 'forgotten';
}

async function forgetCustomer(dependencies: Dependencies, id: string, cause: Cause): Promise<PersonForgotten> {
  const { store } = dependencies;
  const booking = store.stateOf(bookingStream(id))!;
  if (booking.account !== null && !booking.isForgotten) throw new Rejected('has-account', { message: booking.account });
  const from = { date: booking.date, claim: claimOf(booking.units) };
  const request = { booking: id, from, visit: 'keep', expects: null, caller: null } as const;
  if ((await forgetGuestOf(dependencies, request, cause)) === 'after-visit') return 'after-visit';
  await removePersonalData(dependencies, { persons: [booking.person], bookings: [id], accounts: [] });
  return 'forgotten';
}
