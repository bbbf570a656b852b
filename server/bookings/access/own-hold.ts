import { bookingStream } from '#events/booking/booking.ts';
import { isOpenTo } from '#events/booking/holding.ts';
import type { BrowserState } from '../../web/http/browser-state.ts';
import type { BookingContext } from '../context.ts';

/**
 * The booking that this visitor holds or held last; null for other visitors. An account's hold is returned only while that
 * account is signed in: a copied cookie opens nothing after signing out.
 */
export async function ownHold({
  browser,
  signIn,
  store,
}: Pick<BookingContext, 'browser' | 'signIn' | 'store'>): Promise<string | null> {
  const booking = browser.get('hold')?.booking ?? null;
  if (booking === null) return null;
  const held = await store.stateOf(bookingStream(booking));
  return held === null || isOpenTo(held, (await signIn.current())?.account ?? null) ? booking : null;
}

/** Remembered for a day from when it was held; repeating the request does not extend it. */
export function rememberHold(browser: BrowserState, booking: string): void {
  if (browser.get('hold')?.booking !== booking) browser.put('hold', { booking, opensVisit: true });
}

/**
 * The booking that is open here once it is paid, because it was held by the person who used this browser since the last sign-in
 * or sign-out; null for none.
 */
export async function heldByVisitor(
  context: Pick<BookingContext, 'browser' | 'signIn' | 'store'>,
): Promise<string | null> {
  return context.browser.get('hold')?.opensVisit ? await ownHold(context) : null;
}

/** When an account is signed in or out: the visitor may be another person, who must not get at the visit once it is paid. */
export function keepVisitClosed(browser: BrowserState): void {
  const held = browser.get('hold');
  if (held) browser.put('hold', { ...held, opensVisit: false }, browser.endOf('hold') ?? undefined);
}
