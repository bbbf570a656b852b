/**
 * The manage links that a browser has opened: the booking, the link's generation, and when access ends here. The tokens stay in
 * the mails: a copy of the cookies expires with this access.
 */
import type { ManageLink } from '#db/queries/bookings/manage-links.ts';
import type { Access, Caller } from '#events/booking/booking-access.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { accessOf, callerOf } from './caller-access.ts';
import { type Cookies, LIFE_MS, type OpenedLink } from '../../web/http/cookies.ts';
import type { BookingContext } from '../context.ts';
import { heldByVisitor } from './own-hold.ts';

/** Most bookings that can be open at the same time. */
const MOST = 8;

function linksIn(cookies: Cookies): OpenedLink[] {
  return (cookies.get('links') ?? []).filter(({ ends }) => ends > cookies.now);
}

function linksOfOthers(cookies: Cookies, booking: string): OpenedLink[] {
  return linksIn(cookies).filter((link) => link.booking !== booking);
}

function keepLink(cookies: Cookies, link: OpenedLink): void {
  cookies.set('links', [link, ...linksOfOthers(cookies, link.booking)].slice(0, MOST));
}

/**
 * Adds a link that is open here for a day, newest first; it replaces an older one of the same booking. A former link, from a mail before the
 * last move or correction, does not replace the current one.
 */
export function rememberLink(cookies: Cookies, { booking, generation }: ManageLink): void {
  if (linksIn(cookies).some((open) => open.booking === booking && open.generation > generation)) return;
  keepLink(cookies, { booking, generation, ends: cookies.now + LIFE_MS.links, isMailed: true });
}

/** What this browser presents for a booking: links opened there, the signed-in account, and its last hold. */
export async function callerFor(context: BookingContext, booking: string): Promise<Caller> {
  const account = (await context.signIn.current())?.account ?? null;
  return callerOf(context, booking, { links: linksIn(context.cookies), account, hold: await heldByVisitor(context) });
}

/** What this browser may do with a booking now. */
export async function accessTo(context: BookingContext, booking: string): Promise<Access> {
  return accessOf(context, booking, await callerFor(context, booking));
}

/** Whether this browser has opened a mailed link of the booking, which proves that the visitor can read the mailbox. */
export function hasMailedLink({ cookies }: Pick<BookingContext, 'cookies'>, booking: string): boolean {
  return linksIn(cookies).some((link) => link.booking === booking && link.isMailed);
}

/** The bookings that are open in this browser. */
export function openedBookings({ cookies }: Pick<BookingContext, 'cookies'>): string[] {
  return linksIn(cookies).map(({ booking }) => booking);
}

/** Closes a booking that was open here. */
export function forgetLink(cookies: Cookies, booking: string): void {
  const others = linksOfOthers(cookies, booking);
  if (others.length > 0) cookies.set('links', others);
  else cookies.delete('links');
}

/**
 * Keeps the access to a booking that a guest paid here, before this browser starts another one; the access ends when it would
 * have ended. An account's booking needs the account.
 */
export async function keepPaidHold(context: BookingContext): Promise<void> {
  const { cookies } = context;
  const booking = await heldByVisitor(context);
  const paid = booking === null ? null : await context.store.stateOf(bookingStream(booking));
  const ends = cookies.endOf('hold');
  if (booking === null || ends === null || !paid?.wasConfirmed || paid.account !== null || paid.moves > 0) return;
  keepLink(cookies, { booking, generation: paid.linkGeneration, ends, isMailed: false });
}

/**
 * Extends the access of a browser to the link that its own move or correction has created; the access ends when it would have ended.
 */
export async function carryAccess(context: BookingContext, booking: string, generation: number): Promise<void> {
  const { cookies } = context;
  const before = linksIn(cookies).find((link) => link.booking === booking && link.generation === generation - 1);
  const changed = await context.store.stateOf(bookingStream(booking));
  const isFirstMove = changed?.moves === 1 && changed.linkGeneration === generation;
  const wasOpenToHolder = isFirstMove && changed.account === null && (await heldByVisitor(context)) === booking;
  const ends = before?.ends ?? (wasOpenToHolder ? cookies.endOf('hold') : null);
  if (ends !== null) keepLink(cookies, { booking, generation, ends, isMailed: before?.isMailed ?? false });
}
