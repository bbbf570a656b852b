import type { ManageLink } from '#db/manage-links.ts';
import type { Access, Caller } from '#events/access.ts';
import { bookingStream } from '#events/booking.ts';
import { accessOf, callerOf } from '../bookings/access.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext } from './handler.ts';
import { ownHold } from './own-hold.ts';

/**
 * The manage links that a browser has opened, in a cookie that no script can read: which booking, and which of its links. The tokens
 * stay in the mails: a copy of the cookie ends with it.
 */

const COOKIE = 'manage';
const SECONDS = 24 * 60 * 60;
/** Bookings that can be open side by side. */
const MOST = 8;

const LINK = /^([\w-]{1,64})~(\d{1,6})$/;

function linksIn(cookies: Cookies): ManageLink[] {
  return (cookies.get(COOKIE)?.split('.') ?? []).flatMap((text) => {
    const [, booking, generation] = LINK.exec(text) ?? [];
    return booking === undefined ? [] : [{ booking, generation: Number(generation) }];
  });
}

/** Adds a link to those that this browser has opened, the newest first, in place of an older one of the same booking. */
export function rememberLink(cookies: Cookies, link: ManageLink): void {
  const others = linksIn(cookies).filter(({ booking }) => booking !== link.booking);
  const texts = [link, ...others].slice(0, MOST).map(({ booking, generation }) => `${booking}~${generation}`);
  cookies.set(COOKIE, texts.join('.'), { maxAgeSeconds: SECONDS });
}

/** What this browser shows for itself when it asks for a booking: links opened there, the account signed in, what it held last. */
export function callerFor(context: HandlerContext, booking: string): Promise<Caller> {
  const account = context.signIn.current?.account ?? null;
  return callerOf(context, booking, { links: linksIn(context.cookies), account, hold: ownHold(context) });
}

/** What this browser may do with a booking now. */
export async function accessTo(context: HandlerContext, booking: string): Promise<Access> {
  return accessOf(context, booking, await callerFor(context, booking));
}

/** The bookings whose links this browser has opened. */
export function openedBookings({ cookies }: Pick<HandlerContext, 'cookies'>): string[] {
  return linksIn(cookies).map(({ booking }) => booking);
}

/** Closes the bookings that were opened here: from now on another person may be at this browser. */
export function forgetLinks(cookies: Cookies): void {
  cookies.delete(COOKIE);
}

/**
 * Before this browser begins another booking: it goes on with the one that a guest paid here. An account's booking needs the
 * account.
 */
export function keepPaidHold(context: HandlerContext): void {
  const booking = ownHold(context);
  const paid = booking === null ? null : context.store.stateOf(bookingStream(booking));
  if (booking === null || !paid?.wasConfirmed || paid.account !== null) return;
  rememberLink(context.cookies, { booking, generation: paid.moves });
}
