/** What a browser may open: by its hold, its account, and the manage links opened in it. The tokens stay in the mails. */
import { userById } from '#db/queries/accounts/accounts.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { ManageLink } from '#db/queries/bookings/manage-links.ts';
import { accountStream } from '#events/account/account.ts';
import {
  type Access,
  type BookingAndAccount,
  type Caller,
  bookingAccess,
  linkAccess,
} from '#events/booking/booking-access.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { authorizeCorrection } from '#events/booking/correcting.ts';
import { isOpenTo } from '#events/booking/holding.ts';
import { type Cookies, LIFE_MS, type OpenedLink } from '../../web/http/cookies.ts';
import type { BookingContext } from '../context.ts';
import type { BookingDependencies } from '../dependencies.ts';

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

type Reader = Pick<BookingDependencies, 'store'>;

interface Carried {
  readonly links: readonly (ManageLink & { readonly isMailed: boolean })[];
  readonly account: string | null;
  readonly hold: string | null;
}

async function isOfAddress({ store }: Reader, booking: string, account: string): Promise<boolean> {
  if ((await store.stateOf(bookingStream(booking)))?.account !== null) return false;
  const user = await userById(store.db, account);
  if (user?.verified !== 1 || user.email_key === null) return false;
  return (await bookingById(store.db, booking))?.email_key === user.email_key;
}

export async function callerOf(reader: Reader, booking: string, { links, account, hold }: Carried): Promise<Caller> {
  const isOwnAddress = account !== null && (await isOfAddress(reader, booking, account));
  const its = links.filter((link) => link.booking === booking);
  const generations = (isMailed: boolean) =>
    its.filter((link) => link.isMailed === isMailed).map(({ generation }) => generation);
  return {
    links: generations(true),
    unmailedLinks: generations(false),
    account,
    isOwnAddress,
    isHolder: hold === booking,
  };
}

async function statesFor({ store }: Reader, booking: string, { account }: Caller): Promise<BookingAndAccount> {
  return {
    booking: await store.stateOf(bookingStream(booking)),
    account: account === null ? null : await store.stateOf(accountStream(account)),
  };
}

export async function accessOf(reader: Reader, booking: string, caller: Caller): Promise<Access> {
  return bookingAccess(await statesFor(reader, booking, caller), caller);
}

export async function mayCorrect(reader: Reader, booking: string, caller: Caller): Promise<boolean> {
  return authorizeCorrection(await statesFor(reader, booking, caller), caller) === null;
}

export async function accessByLink({ store }: Reader, { booking, generation }: ManageLink): Promise<Access> {
  return linkAccess(await store.stateOf(bookingStream(booking)), [generation]);
}

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
