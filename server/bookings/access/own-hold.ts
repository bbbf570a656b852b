import { bookingStream } from '#events/booking/booking.ts';
import { isOpenTo } from '#events/booking/holding.ts';
import type { Cookies } from '../../web/http/cookies.ts';
import type { BookingContext } from '../context.ts';

/** An account's hold needs its session, so that a copied cookie opens nothing after signing out. */
export async function ownHold({
  cookies,
  signIn,
  store,
}: Pick<BookingContext, 'cookies' | 'signIn' | 'store'>): Promise<string | null> {
  const booking = cookies.get('hold')?.booking ?? null;
  if (booking === null) return null;
  const held = await store.stateOf(bookingStream(booking));
  return held === null || isOpenTo(held, (await signIn.current())?.account ?? null) ? booking : null;
}

/** For a day; repeating the request does not extend it. */
export function rememberHold(cookies: Cookies, booking: string): void {
  if (cookies.get('hold')?.booking !== booking) cookies.set('hold', { booking, opensVisit: true });
}

/** Held since the last sign-in or sign-out in this browser. */
export async function heldByVisitor(
  context: Pick<BookingContext, 'cookies' | 'signIn' | 'store'>,
): Promise<string | null> {
  return context.cookies.get('hold')?.opensVisit ? await ownHold(context) : null;
}

/** When signing in or out, because the next visitor may be another person. */
export function keepVisitClosed(cookies: Cookies): void {
  const held = cookies.get('hold');
  if (held) cookies.set('hold', { ...held, opensVisit: false }, cookies.endOf('hold') ?? undefined);
}
