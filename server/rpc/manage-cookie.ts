import type { ManageLink } from '#db/manage-links.ts';
import type { Access, Caller } from '#events/access.ts';
import { bookingStream } from '#events/booking.ts';
import { accessOf, callerOf } from '../bookings/access.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext } from './handler.ts';
import { endOfOwnHold, ownHold } from './own-hold.ts';

/**
 * The manage links that a browser has opened, in a cookie that no script can read: which booking, which of its links, and until when it is
 * open here. The tokens stay in the mails: a copy of the cookie ends with it.
 */

const COOKIE = 'manage';
const SECONDS = 24 * 60 * 60;
/** Bookings that can be open side by side. */
const MOST = 8;

interface OpenedLink extends ManageLink {
  /** In milliseconds. */
  readonly ends: number;
  /** Whether the link was opened from an email here: then the mailbox is the visitor's. */
  readonly isMailed: boolean;
}

const LINK = /^([\w-]{1,64})~(\d{1,6})~([0-9a-z]{1,10})(~mailed)?$/;

function linksIn(cookies: Cookies): OpenedLink[] {
  const links = (cookies.get(COOKIE)?.split('.') ?? []).flatMap((text): OpenedLink[] => {
    const [, booking, generation, end = '', mailed] = LINK.exec(text) ?? [];
    if (booking === undefined) return [];
    return [{ booking, generation: Number(generation), ends: parseInt(end, 36), isMailed: mailed !== undefined }];
  });
  return links.filter(({ ends }) => ends > cookies.now);
}

function keepLinks(cookies: Cookies, links: readonly OpenedLink[]): void {
  const texts = links.map(
    ({ booking, generation, ends, isMailed }) =>
      `${booking}~${generation}~${ends.toString(36)}${isMailed ? '~mailed' : ''}`,
  );
  cookies.set(COOKIE, texts.join('.'), { maxAgeSeconds: SECONDS });
}

function linksOfOthers(cookies: Cookies, booking: string): OpenedLink[] {
  return linksIn(cookies).filter((link) => link.booking !== booking);
}

function keepLink(cookies: Cookies, link: OpenedLink): void {
  keepLinks(cookies, [link, ...linksOfOthers(cookies, link.booking)].slice(0, MOST));
}

/** Adds a link that is opened here for a day, the newest first, in place of an older one of the same booking. */
export function rememberLink(cookies: Cookies, link: ManageLink): void {
  keepLink(cookies, { ...link, ends: cookies.now + SECONDS * 1000, isMailed: true });
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

/** Whether this browser has opened a mailed link of the booking, which proves that the mailbox is its visitor's. */
export function hasMailedLink({ cookies }: Pick<HandlerContext, 'cookies'>, booking: string): boolean {
  return linksIn(cookies).some((link) => link.booking === booking && link.isMailed);
}

/** The bookings that are open in this browser. */
export function openedBookings({ cookies }: Pick<HandlerContext, 'cookies'>): string[] {
  return linksIn(cookies).map(({ booking }) => booking);
}

/** Closes one booking that was opened here, or all of them: from now on another person may be at this browser. */
export function forgetLinks(cookies: Cookies, booking?: string): void {
  const others = booking === undefined ? [] : linksOfOthers(cookies, booking);
  if (others.length > 0) keepLinks(cookies, others);
  else cookies.delete(COOKIE);
}

/**
 * Before this browser begins another booking: it goes on with the one that a guest paid here, for as long as it would have. An
 * account's booking needs the account.
 */
export function keepPaidHold(context: HandlerContext): void {
  const { cookies } = context;
  const booking = ownHold(context);
  const paid = booking === null ? null : context.store.stateOf(bookingStream(booking));
  const ends = endOfOwnHold(cookies);
  if (booking === null || ends === null || !paid?.wasConfirmed || paid.account !== null || paid.moves > 0) return;
  keepLink(cookies, { booking, generation: 0, ends, isMailed: false });
}

/** Lets a browser in which a booking was open go on with the link that its own move has made, for as long as it would have. */
export function keepAccess(context: HandlerContext, booking: string, generation: number): void {
  const { cookies } = context;
  const before = linksIn(cookies).find((link) => link.booking === booking && link.generation === generation - 1);
  const isGuests = context.store.stateOf(bookingStream(booking))?.account === null;
  const wasOpenToHolder = generation === 1 && isGuests && ownHold(context) === booking;
  const ends = before?.ends ?? (wasOpenToHolder ? endOfOwnHold(cookies) : null);
  if (ends !== null) keepLink(cookies, { booking, generation, ends, isMailed: before?.isMailed ?? false });
}
