import { MANAGE_TOKEN, manageToken } from '../bookings/manage-link.ts';
import { type Access, accessByLinks } from '../bookings/access.ts';
import { belongsTo } from '../bookings/of-account.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext } from './handler.ts';

/**
 * The manage links that a browser has opened. Their tokens travel in a cookie that no script can read, so that they stand in
 * no address, no history and no page.
 */

const COOKIE = 'manage';
const SECONDS = 24 * 60 * 60;
/** Bookings that can be open side by side. */
const MOST = 8;

function tokensOf(cookies: Cookies): readonly string[] {
  const tokens = cookies.get(COOKIE)?.split('.') ?? [];
  return tokens.filter((token) => MANAGE_TOKEN.test(token));
}

/** Adds a link to those that this browser has opened, the newest first. */
export function rememberToken(cookies: Cookies, token: string): void {
  const others = tokensOf(cookies).filter((each) => each !== token);
  cookies.set(COOKIE, [token, ...others].slice(0, MOST).join('.'), { maxAgeSeconds: SECONDS });
}

/** What whoever is asking may do with a booking: by a link they have opened, or since it belongs to their account. */
export async function accessTo(context: HandlerContext, booking: string): Promise<Access> {
  const byLinks = accessByLinks(context, booking, tokensOf(context.cookies));
  const { current } = context.signIn;
  if (byLinks === 'granted' || !current) return byLinks;
  return (await belongsTo(context, current.account, booking)) ? 'granted' : byLinks;
}

/** A booking whose link this browser has opened; null for none. */
export function openedBooking({ store, cookies }: Pick<HandlerContext, 'store' | 'cookies'>): string | null {
  for (const token of tokensOf(cookies)) {
    const link = store.manageLinks.find(token);
    if (link) return link.booking;
  }
  return null;
}

/** Whether this browser has opened a link to it, be it the one that is good now or one that a move has replaced. */
export function hasOpenedLink(context: HandlerContext, booking: string): boolean {
  return accessByLinks(context, booking, tokensOf(context.cookies)) !== 'locked';
}

/** Lets a browser that has opened a booking's link go on with it, once a move has replaced that. */
export function keepAccess(context: HandlerContext, booking: string, generation: number): void {
  rememberToken(context.cookies, manageToken(context, booking, generation));
}
