import { isUnavailable } from '#db/read-models/read-model-faults.ts';
import { bookingStream } from '#events/booking.ts';
import { claimBookings } from '../visits/claim-bookings.ts';
import { causeOf } from '../../web/rpc/signed-in.ts';
import type { AccountContext } from '../context.ts';
import { hasFormOf } from '../../web/rpc/kept-form.ts';
import { rememberBrowser } from './known-browser.ts';
import { keepVisitClosed, ownHold } from '../../bookings/access/own-hold.ts';

/**
 * Signs an account in here, and gives it the bookings that its owner made as a guest. What another person typed here before is
 * not for its eyes.
 */
export async function letIn(context: AccountContext, account: string): Promise<void> {
  const { browser } = context;
  context.signIn.start(account);
  browser.wipe({ except: hasFormOf(browser, account) ? ['hold', 'form'] : ['hold'] });
  keepVisitClosed(browser);
  rememberBrowser(context, account);
  await claimBookings(context, account, causeOf(context)).catch((error: unknown) => {
    // The next sign-in claims them: until then they are found by their address.
    if (!isUnavailable(error)) throw error;
  });
  forgetHoldOfOthers(context);
}

/**
 * Signs the account out. What was booked and typed with it goes along: the next person at this browser may be another person. A
 * guest's hold stays.
 */
export function letOut(context: AccountContext): void {
  context.signIn.end();
  context.browser.wipe({ except: ['hold'] });
  keepVisitClosed(context.browser);
  forgetHoldOfOthers(context);
}

/**
 * Has this browser forget what it holds or held when that belongs to an account that is not signed in here, and what a guest paid when
 * an account is: that is not the guest's, or it would have claimed the booking.
 */
function forgetHoldOfOthers({ browser, signIn, store }: AccountContext): void {
  if (browser.get('hold') === null) return;
  const booking = ownHold({ browser, signIn, store });
  const held = booking === null ? null : store.stateOf(bookingStream(booking));
  const isGuests = held?.account === null;
  if (held === null || (isGuests && held.wasConfirmed && signIn.current !== null)) browser.forget('hold');
}
