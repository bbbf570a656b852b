import { userById } from '#db/projections/users.ts';
import { bookingStream } from '#events/booking.ts';
import { Rejected } from '#events/refusal.ts';
import { claimBookings } from '../accounts/claim-bookings.ts';
import { causeOf } from './account-form.ts';
import type { HandlerContext } from './handler.ts';
import { markOf, rememberBrowser } from './known-browser.ts';
import { forgetOwnHold, ownHold } from './own-hold.ts';

/** The mark by which a browser is known as an account's. */
export async function markOfAccount({ store }: HandlerContext, account: string): Promise<string | null> {
  const address = (await userById(store.read.users, account))?.email_key;
  return address ? markOf(address) : null;
}

/** Remembers this browser as one of an account's. */
export async function knowBrowser({ store, cookies }: HandlerContext, account: string): Promise<void> {
  const address = (await userById(store.read.users, account))?.email_key;
  if (address) rememberBrowser(cookies, address);
}

/** Signs an account in here, and gives it the bookings that its owner made as a guest. */
export async function letIn(context: HandlerContext, account: string): Promise<void> {
  context.signIn.start(account);
  await knowBrowser(context, account);
  try {
    await claimBookings(context, account, causeOf(context));
  } catch (error) {
    // Claimed at the same moment, from another device.
    if (!(error instanceof Rejected)) throw error;
  }
}

/**
 * Signs whoever is signed in out. What they were booking goes along: it names them, and the next one at this device may be
 * somebody else. A guest's stays.
 */
export function letOut({ store, cookies, signIn }: HandlerContext): void {
  const held = ownHold(cookies);
  const account = held === null ? null : (store.stateOf(bookingStream(held))?.account ?? null);
  if (account !== null && account === signIn.current?.account) forgetOwnHold(cookies);
  signIn.end();
}
