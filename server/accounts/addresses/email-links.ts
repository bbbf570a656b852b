import { randomUUIDv7 } from 'node:crypto';
import type { Cause, GuardedWrite } from '#db/change.ts';
import {
  type LinkRow,
  endLinks,
  linkOfToken,
  linksOf,
  useLink,
  accountWithAddress,
  claimAddress,
  expectPassword,
  userById,
} from '#db/queries/accounts/accounts.ts';
import type { UserRow } from '#db/projections/users.ts';
import {
  isUnproven,
  mailPause,
  missingAfter,
  requestEmailChange,
  requestVerification,
  verifyEmail,
  withdrawEmailChange,
} from '#events/account/account-changes.ts';
import { type Side, accountStream } from '#events/account/account.ts';
import { changeAddress, expectsMail } from '#events/booking/new-address.ts';
import { pauseLeft } from '#events/business-time.ts';
import type { Confirmation, Profile } from '#shared/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { bookingStreams, grouped } from '../../bookings/changing/grouped-streams.ts';
import { repeatWhileRefused } from '../../bookings/changing/repeat-while-refused.ts';
import { claimBookings } from '../visits/visits-ahead.ts';
import { endUnprovenAccount } from '../delete-account.ts';
import { businessTime } from '../../bookings/dependencies.ts';
import type { AccountDependencies } from '../context.ts';
import { warnOwner } from '../register.ts';
import { withPassword } from '../signing-in/sign-in.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'>;
type Dependencies = AccountDependencies & { readonly config: { readonly timeZone: string } };

const SIDES: Readonly<Partial<Record<LinkRow['purpose'], Side>>> = { 'change-new': 'new', 'change-old': 'old' };

function confirmsAddress({ purpose }: LinkRow): boolean {
  return purpose === 'verify' || SIDES[purpose] !== undefined;
}

async function findLink({ store, clock }: Reader, token: string): Promise<{ link: LinkRow; row: UserRow } | null> {
  const link = await linkOfToken(store.db, token, clock.now());
  const row = link && confirmsAddress(link) ? await userById(store.db, link.account) : undefined;
  return link && row && row.status !== 'deleted' ? { link, row } : null;
}

/** What a mailed link would do in a browser where `signedIn` may be signed in; null if it does nothing. */
export async function confirmation(
  reader: Reader,
  token: string,
  signedIn: string | null,
): Promise<Confirmation | null> {
  const found = await findLink(reader, token);
  if (!found) return null;
  const { link, row } = found;
  const isOwn = signedIn === link.account;
  const side = SIDES[link.purpose];
  if (side === undefined) return { kind: 'verify', email: row.email ?? '', asksPassword: !isOwn };
  const state = await reader.store.stateOf(accountStream(link.account));
  const missing = missingAfter(state, link.subject ?? '', side);
  const previous = side === 'old' ? row.email : null;
  return (
    missing && { kind: 'change', side, email: row.change_email ?? '', previous, isOwn, isLast: missing.length === 0 }
  );
}

export type Confirmed = {
  readonly account: string;
  readonly what: 'verified' | 'change-half' | 'changed';
  readonly address: string;
};

/**
 * A stranger may have registered the address, so the caller must know the account's password or be signed in. Throws `Rejected`.
 */
export async function confirm(
  dependencies: Dependencies,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  signedIn: string | null,
  cause: Cause,
): Promise<Confirmed> {
  const found = await findLink(dependencies, token);
  if (!found) throw new Rejected('link-ended');
  const { link, row } = found;
  const { account } = link;
  if (link.purpose === 'change-new' && signedIn !== account) {
    throw new Rejected(signedIn === null ? 'not-signed-in' : 'not-allowed');
  }
  const { store, clock } = dependencies;
  const uses = useLink(store.db, token, link, clock.now());
  const side = SIDES[link.purpose];
  if (side !== undefined) {
    const confirmed = { change: link.subject ?? '', side, uses };
    return repeatWhileRefused(() => confirmChange(dependencies, row, confirmed, cause));
  }
  const verify = (guards: readonly GuardedWrite[] = []) =>
    store.change({
      streams: { account: accountStream(account) },
      decide: verifyEmail,
      writes: () => [...uses, ...guards],
      cause,
    });
  await (signedIn === account
    ? verify()
    : withPassword(dependencies, { account, password }, (hash) => verify([expectPassword(store.db, account, hash)])));
  return { account, what: 'verified', address: row.email ?? '' };
}

interface ConfirmedSide {
  readonly change: string;
  readonly side: Side;
  readonly uses: readonly GuardedWrite[];
}

async function confirmChange(
  dependencies: Dependencies,
  row: UserRow,
  { change, side, uses }: ConfirmedSide,
  cause: Cause,
): Promise<Confirmed> {
  const { store, clock, config } = dependencies;
  const { id: account, change_email: email, email: previous } = row;
  const missing = missingAfter(await store.stateOf(accountStream(account)), change, side);
  if (missing === null || email === null || previous === null) throw new Rejected('link-ended');
  const record = async (typed: ReadonlyMap<string, number> | null, writes: readonly GuardedWrite[]) => {
    await store.change(
      grouped({
        streams: { account: accountStream(account) },
        groups: { bookings: bookingStreams(typed?.keys() ?? []) },
        decide(states) {
          const time = businessTime({ clock, config });
          return changeAddress(states, { account, change, side, email, previous, typed, ...time });
        },
        writes: () => writes,
        cause,
      }),
    );
  };
  if (missing.length > 0) {
    await record(null, uses);
    return { account, what: 'change-half', address: previous };
  }
  // Guest bookings with the old address are found only by that address.
  await claimBookings(dependencies, account, cause);
  const recordChange = async () =>
    record(await bookingsTypedWith(dependencies, account, previous), [
      ...uses,
      ...claimAddress(store.db, comparable(email), account),
      endLinks(store.db, account),
    ]);
  try {
    await recordChange();
  } catch (error) {
    if (!(error instanceof Rejected) || error.refusal !== 'address-taken') throw error;
    const owner = await accountWithAddress(store.db, comparable(email));
    // The caller has proved both mailboxes, so an unconfirmed registration with the address is ended.
    if (owner !== null && !(await endUnprovenAccount(dependencies, owner, cause))) throw error;
    await recordChange();
  }
  return { account, what: 'changed', address: previous };
}

export type Resent = 'sent' | 'just-sent' | 'confirmed';

/** Throws `Rejected` `cannot-sign-in`. `by`: the admin who asks for it. */
export async function resendVerification(
  { store, clock }: Reader,
  { account, by }: { readonly account: string; readonly by?: string },
  cause: Cause,
): Promise<Resent> {
  const { events } = await store.change({
    streams: { account: accountStream(account) },
    decide: (states) => requestVerification(states, clock.now(), by),
    cause,
  });
  if (events.length > 0) return 'sent';
  const state = await store.stateOf(accountStream(account));
  if (state?.status !== 'active') throw new Rejected('cannot-sign-in');
  return state.isVerified ? 'confirmed' : 'just-sent';
}

/** A change stays pending longer if its links were sent late. */
const WAITS_MS = 86_400_000;

/** Null for none, or one that can no longer be confirmed. */
export async function pendingChange(
  { store, clock }: Reader,
  { id, change_email: email, change_confirmed: confirmedBy }: UserRow,
): Promise<Profile['emailChange']> {
  const pending = (await store.stateOf(accountStream(id)))?.emailChange;
  if (!pending || email === null) return null;
  const now = clock.now();
  const isWaiting =
    pauseLeft(pending.askedAt, WAITS_MS, now) > 0 ||
    (await linksOf(store.db, id, now)).some(({ subject }) => subject === pending.change);
  return isWaiting ? { email, confirmedBy, asksOld: confirmedBy === 'old' || pending.missing.includes('old') } : null;
}

export async function isOldMissing({ store }: Pick<Reader, 'store'>, account: string): Promise<boolean> {
  return (await store.stateOf(accountStream(account)))?.emailChange?.missing.includes('old') ?? false;
}

export async function withdrawChange({ store }: Reader, account: string, cause: Cause): Promise<void> {
  await store.change({ streams: { account: accountStream(account) }, decide: withdrawEmailChange, cause });
}

/** No mail is sent within two minutes of the last request; then only the same address is accepted. */
async function demandPause({ store, clock }: Reader, account: string, address: string): Promise<boolean> {
  const state = await store.stateOf(accountStream(account));
  const ms = state && mailPause(state, 'change', clock.now());
  if (!ms) return true;
  const waiting = (await userById(store.db, account))?.change_email ?? '';
  if (comparable(waiting) !== address) throw new Rejected('mail-just-sent', { retryAfter: Math.ceil(ms / 1000) });
  return false;
}

/**
 * A warning goes to an address that another account has, which the caller can't tell. Throws `Rejected`: `invalid`,
 * `mail-just-sent`, `busy`.
 */
export async function requestChange(
  dependencies: AccountDependencies,
  account: string,
  { email, password }: { readonly email: string; readonly password: string },
  cause: Cause,
  demandRoom: () => Promise<void> = async () => {},
): Promise<void> {
  const { store, clock } = dependencies;
  await withPassword(dependencies, { account, password }, async (hash) => {
    const address = comparable(email);
    const owner = await accountWithAddress(store.db, address);
    if (owner === account) throw new Rejected('invalid', { fields: { email: 'This is your address already.' } });
    if (await demandPause(dependencies, account, address)) await demandRoom();
    const holder = owner === null ? null : await store.stateOf(accountStream(owner));
    // An unconfirmed registration may be a stranger's: the link decides who owns the mailbox.
    const isTaken = holder !== null && !isUnproven(holder);
    await dependencies.inEvenDuration(async () => {
      await store.change({
        streams: { account: accountStream(account) },
        decide: (states) => requestEmailChange(states, { change: randomUUIDv7(), email, isTaken, now: clock.now() }),
        writes: () => [expectPassword(store.db, account, hash)],
        cause,
      });
      if (isTaken && owner !== null) await warnOwner(dependencies, owner, cause);
    });
  });
}

/** Bookings made with that address whose customer expects mail, each with its number of corrections when the address was read. */
async function bookingsTypedWith(
  { store, clock, config }: Dependencies,
  account: string,
  email: string,
): Promise<ReadonlyMap<string, number>> {
  const address = comparable(email);
  const time = businessTime({ clock, config });
  const typed = new Map<string, number>();
  for await (const page of bookingPages({ store }, [account])) {
    for (const { id } of page.filter((row) => row.email_key === address)) {
      const booking = await store.stateOf(bookingStream(id));
      if (booking === null || !expectsMail(booking, time)) continue;
      // After the number of corrections: if a later correction set the address, the change is refused.
      const row = await bookingById(store.db, id);
      if (row?.email_key === address) typed.set(id, booking.corrections);
    }
  }
  return typed;
}
