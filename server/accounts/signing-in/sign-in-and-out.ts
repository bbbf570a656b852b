import { isStorageError } from '#db/open-store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { claimBookings } from '../visits/visits-ahead.ts';
import { causeOf } from '../../web/rpc/handler.ts';
import type { AccountContext } from '../context.ts';
import { keepVisitClosed, ownHold } from '../../bookings/access/visitor-access.ts';
import { userById } from '#db/queries/accounts/accounts.ts';

/** Adopts guest bookings with the account's address, and closes visits that the last person opened here. */
export async function signInHere(context: AccountContext, account: string, phc: string | null = null): Promise<void> {
  const { cookies } = context;
  await context.signIn.start(account, phc);
  cookies.delete('links', 'flash');
  keepVisitClosed(cookies);
  await claimBookings(context, account, causeOf(context)).catch((error: unknown) => {
    // The next sign-in claims them: until then they are found by their address.
    if (!isStorageError(error)) throw error;
  });
  await forgetHoldOfOthers(context);
}

/** Closes the account's visits, because the next visitor may be another person. A guest's hold stays. */
export async function signOutHere(context: AccountContext): Promise<void> {
  await context.signIn.signOut();
  context.cookies.delete('links', 'flash');
  keepVisitClosed(context.cookies);
  await forgetHoldOfOthers(context);
}

/** Including what a guest paid here: a signed-in account would have adopted its own. */
async function forgetHoldOfOthers({ cookies, signIn, store }: AccountContext): Promise<void> {
  if (cookies.get('hold') === null) return;
  const booking = await ownHold({ cookies, signIn, store });
  const held = booking === null ? null : await store.stateOf(bookingStream(booking));
  const isGuests = held?.account === null;
  if (held === null || (isGuests && held.wasConfirmed && (await signIn.current()) !== null)) cookies.delete('hold');
}

export async function ownAddress({ store, signIn }: AccountContext): Promise<string | null> {
  const account = (await signIn.current())?.account;
  return account === undefined ? null : ((await userById(store.db, account))?.email ?? null);
}
