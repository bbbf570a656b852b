/** Manage links opened in a browser: generation and end of access. The tokens stay in the mails. */
import type { ManageLink } from '#db/queries/bookings/manage-links.ts';
import type { Access, Caller } from '#events/booking/booking-access.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { accessOf, callerOf } from './caller-access.ts';
import { type Cookies, LIFE_MS, type OpenedLink } from '../../web/http/cookies.ts';
import type { BookingContext } from '../context.ts';
import { heldByVisitor } from './own-hold.ts';

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

/** For a day; replaces an older link of the booking. */
export function rememberLink(cookies: Cookies, { booking, generation }: ManageLink): void {
  if (linksIn(cookies).some((open) => open.booking === booking && open.generation > generation)) return;
  keepLink(cookies, { booking, generation, ends: cookies.now + LIFE_MS.links, isMailed: true });
}

export async function callerFor(context: BookingContext, booking: string): Promise<Caller> {
  const account = (await context.signIn.current())?.account ?? null;
  return callerOf(context, booking, { links: linksIn(context.cookies), account, hold: await heldByVisitor(context) });
}

export async function accessTo(context: BookingContext, booking: string): Promise<Access> {
  return accessOf(context, booking, await callerFor(context, booking));
}

/** Proves that the visitor can read the mailbox. */
export function hasMailedLink({ cookies }: Pick<BookingContext, 'cookies'>, booking: string): boolean {
  return linksIn(cookies).some((link) => link.booking === booking && link.isMailed);
}

export function openedBookings({ cookies }: Pick<BookingContext, 'cookies'>): string[] {
  return linksIn(cookies).map(({ booking }) => booking);
}

export function forgetLink(cookies: Cookies, booking: string): void {
  const others = linksOfOthers(cookies, booking);
  if (others.length > 0) cookies.set('links', others);
  else cookies.delete('links');
}

/** Keeps access to what a guest paid here before this browser starts another booking. */
export async function keepPaidHold(context: BookingContext): Promise<void> {
  const { cookies } = context;
  const booking = await heldByVisitor(context);
  const paid = booking === null ? null : await context.store.stateOf(bookingStream(booking));
  const ends = cookies.endOf('hold');
  if (booking === null || ends === null || !paid?.wasConfirmed || paid.account !== null || paid.moves > 0) return;
  keepLink(cookies, { booking, generation: paid.linkGeneration, ends, isMailed: false });
}

/** Gives this browser the new link after its own move or correction, until its access would have ended. */
export async function carryAccess(context: BookingContext, booking: string, generation: number): Promise<void> {
  const { cookies } = context;
  const before = linksIn(cookies).find((link) => link.booking === booking && link.generation === generation - 1);
  const changed = await context.store.stateOf(bookingStream(booking));
  const isFirstMove = changed?.moves === 1 && changed.linkGeneration === generation;
  const wasOpenToHolder = isFirstMove && changed.account === null && (await heldByVisitor(context)) === booking;
  const ends = before?.ends ?? (wasOpenToHolder ? cookies.endOf('hold') : null);
  if (ends !== null) keepLink(cookies, { booking, generation, ends, isMailed: before?.isMailed ?? false });
}
