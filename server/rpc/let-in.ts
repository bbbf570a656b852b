import { bookingStream } from '#events/booking.ts';
import { claimBookings } from '../accounts/claim-bookings.ts';
import { dropFlash } from '../http/flash-cookie.ts';
import { dropKept } from '../http/kept-cookie.ts';
import { causeOf } from './account-form.ts';
import type { HandlerContext } from './handler.ts';
import { dropKeptOfOthers } from './kept-form.ts';
import { rememberBrowser } from './known-browser.ts';
import { forgetLinks } from './manage-cookie.ts';
import { forgetOwnHold, ownHold, sendsHold } from './own-hold.ts';

/**
 * Signs an account in here, and gives it the bookings that its owner made as a guest. What somebody else typed here before is
 * not for its eyes.
 */
export async function letIn(context: HandlerContext, account: string): Promise<void> {
  context.signIn.start(account);
  forgetLinks(context.cookies);
  dropFlash(context.cookies);
  dropKeptOfOthers(context, account);
  rememberBrowser(context, account);
  await claimBookings(context, account, causeOf(context));
  forgetHoldOfOthers(context);
}

/**
 * Signs the account out. What was booked and typed with it goes along: the next person at this browser may be another person. A
 * guest's hold stays.
 */
export function letOut(context: HandlerContext): void {
  context.signIn.end();
  forgetLinks(context.cookies);
  forgetHoldOfOthers(context);
  dropFlash(context.cookies);
  dropKept(context.cookies);
}

/**
 * Has this browser forget what it holds or held when that belongs to an account that is not signed in here, and what a guest paid when
 * an account is: that is not the guest's, or it would have claimed the booking.
 */
function forgetHoldOfOthers({ cookies, signIn, store }: HandlerContext): void {
  if (!sendsHold(cookies)) return;
  const booking = ownHold({ cookies, signIn, store });
  const held = booking === null ? null : store.stateOf(bookingStream(booking));
  const isGuests = held?.account === null;
  if (held === null || (isGuests && held.wasConfirmed && signIn.current !== null)) forgetOwnHold(cookies);
}
