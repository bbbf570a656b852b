/** Addresses, passwords, links and sign-in sessions. Of tokens, only the hash is stored, so that a stolen file signs nobody in. */
import type { UserRow } from '../../projections/users.ts';
import type { Queries, Tables } from '../../tables.ts';
import type { GuardedWrite } from '../../change.ts';
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';

export function userById(db: Queries, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Null for none. The address is in comparable form. */
export async function accountWithAddress(db: Queries, address: string): Promise<string | null> {
  const row = await db.selectFrom('addresses').select('account').where('address', '=', address).executeTakeFirst();
  return row?.account ?? null;
}

export async function passwordHash(db: Queries, account: string): Promise<string | null> {
  const row = await db.selectFrom('passwords').select('hash').where('account', '=', account).executeTakeFirst();
  return row?.hash ?? null;
}

/** As its only address. Refuses `address-taken`. */
export function claimAddress(db: Queries, address: string, account: string): GuardedWrite[] {
  const claim = db
    .insertInto('addresses')
    .values({ address, account })
    .onConflict((conflict) => conflict.doNothing());
  return [
    { query: db.deleteFrom('addresses').where('account', '=', account).compile() },
    { query: claim.compile(), expectedRows: 1, refusal: 'address-taken' },
  ];
}

export function addPassword(db: Queries, account: string, hash: string): GuardedWrite {
  return { query: db.insertInto('passwords').values({ account, hash, signed_in_at: null }).compile() };
}

/** Refuses `wrong-credentials` if the password is no longer `from`. */
export function replacePassword(db: Queries, account: string, from: string, to: string): GuardedWrite {
  const replace = db.updateTable('passwords').set({ hash: to }).where('account', '=', account).where('hash', '=', from);
  return { query: replace.compile(), expectedRows: 1, refusal: 'wrong-credentials' };
}

/** Refuses `wrong-credentials` if the account has another password. */
export function expectPassword(db: Queries, account: string, hash: string): GuardedWrite {
  return replacePassword(db, account, hash, hash);
}

/** Every sign-in session and every link of the account ends. */
export function resetPassword(db: Queries, account: string, hash: string): GuardedWrite[] {
  const set = db.updateTable('passwords').set({ hash }).where('account', '=', account);
  return [
    { query: set.compile(), expectedRows: 1, refusal: 'link-ended' },
    endSignIns(db, account),
    endLinks(db, account),
  ];
}

export type MailedPurpose = 'verify' | 'reset' | 'change-new' | 'change-old';

export type LinkPurpose = MailedPurpose | 'calendar-feed';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CENTURY_MS = 36_525 * DAY_MS;

const LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  verify: DAY_MS,
  'change-new': DAY_MS,
  'change-old': DAY_MS,
  reset: HOUR_MS,
  // Until it is replaced.
  'calendar-feed': CENTURY_MS,
};

/** Rows stored while the clock was ahead by more than this end once the clock is right. */
export const CLOCK_ERROR_MS = HOUR_MS / 2;

/** `subject`: what it is about within the account, null for the account itself. */
export type LinkRow = Omit<Selectable<Tables['link_tokens']>, 'token'>;

function isValidLink({ purpose, expires_at }: LinkRow, now: number): boolean {
  return expires_at > now && expires_at <= now + LIFE_MS[purpose] + CLOCK_ERROR_MS;
}

function links(db: Queries) {
  return db.selectFrom('link_tokens').select(['account', 'purpose', 'subject', 'expires_at']);
}

export async function linkOfToken(db: Queries, token: string, now: number): Promise<LinkRow | null> {
  const row = await links(db).where('token', '=', hash('sha256', token)).executeTakeFirst();
  return row && isValidLink(row, now) ? row : null;
}

export async function linksOf(db: Queries, account: string, now: number): Promise<LinkRow[]> {
  const rows = await links(db).where('account', '=', account).execute();
  return rows.filter((row) => isValidLink(row, now));
}

/** Removes expired links. */
export function addLink(db: Queries, token: string, link: Omit<LinkRow, 'expires_at'>, now: number): GuardedWrite[] {
  const row = { ...link, token: hash('sha256', token), expires_at: now + LIFE_MS[link.purpose] };
  return [
    { query: db.deleteFrom('link_tokens').where('expires_at', '<=', now).compile() },
    { query: db.insertInto('link_tokens').values(row).compile() },
  ];
}

/** Ends all links of the account for the same purpose. Refuses `link-ended`. */
export function useLink(db: Queries, token: string, link: LinkRow, now: number): GuardedWrite[] {
  const { account, purpose, subject } = link;
  const own = db.deleteFrom('link_tokens').where('token', '=', hash('sha256', token)).where('expires_at', '>', now);
  const others = db
    .deleteFrom('link_tokens')
    .where('account', '=', account)
    .where('purpose', '=', purpose)
    .where((where) => (subject === null ? where('subject', 'is', null) : where('subject', '=', subject)));
  return [{ query: own.compile(), expectedRows: 1, refusal: 'link-ended' }, { query: others.compile() }];
}

export function endLinks(db: Queries, account: string, purpose: LinkPurpose | null = null): GuardedWrite {
  const own = db.deleteFrom('link_tokens').where('account', '=', account);
  return { query: (purpose === null ? own : own.where('purpose', '=', purpose)).compile() };
}

export const MOST_SIGN_INS = 50;

export type SignInRow = Omit<Selectable<Tables['sign_ins']>, 'token'>;

export type NewSignIn = Omit<SignInRow, 'previous_at' | 'seen_at'>;

const SIGN_IN_COLUMNS = ['id', 'account', 'device', 'signed_in_at', 'previous_at', 'seen_at', 'expires_at'] as const;

/** Excludes sessions stored while the clock was ahead. */
function validSignIns(db: Queries, now: number) {
  return db
    .selectFrom('sign_ins')
    .select(SIGN_IN_COLUMNS)
    .where('expires_at', '>', now)
    .where('signed_in_at', '<=', now + CLOCK_ERROR_MS);
}

export async function signInOf(db: Queries, token: string, now: number): Promise<SignInRow | null> {
  return (await validSignIns(db, now).where('token', '=', hash('sha256', token)).executeTakeFirst()) ?? null;
}

export function signInsOf(db: Queries, account: string, now: number): Promise<SignInRow[]> {
  return validSignIns(db, now)
    .where('account', '=', account)
    .orderBy('signed_in_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Refuses `wrong-credentials` if the password has changed. Removes expired sessions, and those above the limit. */
export function startSignIn(db: Queries, token: string, row: NewSignIn, password: string | null): GuardedWrite[] {
  const { account, signed_in_at: now } = row;
  const previous_at = db.selectFrom('passwords').select('signed_in_at').where('account', '=', account);
  const started = { ...row, token: hash('sha256', token), seen_at: now, previous_at };
  const signIn = db.updateTable('passwords').set({ signed_in_at: now }).where('account', '=', account);
  const fitting = password === null ? signIn : signIn.where('hash', '=', password);
  const newest = db.selectFrom('sign_ins').select('id').where('account', '=', account).orderBy('seen_at', 'desc');
  const kept = newest.orderBy('id', 'desc').limit(MOST_SIGN_INS);
  return [
    { query: db.insertInto('sign_ins').values(started).compile() },
    { query: fitting.compile(), expectedRows: 1, refusal: 'wrong-credentials' },
    { query: db.deleteFrom('sign_ins').where('expires_at', '<=', now).compile() },
    { query: db.deleteFrom('sign_ins').where('account', '=', account).where('id', 'not in', kept).compile() },
  ];
}

export function prolongSignIn(db: Queries, id: string, now: number, expiresAt: number): GuardedWrite {
  const set = { seen_at: now, expires_at: expiresAt };
  return { query: db.updateTable('sign_ins').set(set).where('id', '=', id).compile() };
}

export function renewSignIn(db: Queries, id: string, token: string): GuardedWrite {
  const set = { token: hash('sha256', token) };
  return { query: db.updateTable('sign_ins').set(set).where('id', '=', id).compile() };
}

export function endSignIn(db: Queries, account: string, id: string): GuardedWrite {
  return { query: db.deleteFrom('sign_ins').where('account', '=', account).where('id', '=', id).compile() };
}

export function endSignIns(db: Queries, account: string, but = ''): GuardedWrite {
  return { query: db.deleteFrom('sign_ins').where('account', '=', account).where('id', '<>', but).compile() };
}
