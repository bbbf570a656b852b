/** Only the hash of a token is stored, so that a stolen file signs no visitor in. */
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { GuardedWrite } from '../../change.ts';
import type { Queries, Tables } from '../../tables.ts';
import { CLOCK_ERROR_MS } from './links.ts';

export const MOST_SIGN_INS = 50;

export type SignInRow = Omit<Selectable<Tables['sign_ins']>, 'token'>;

export type NewSignIn = Omit<SignInRow, 'previous_at' | 'seen_at'>;

const COLUMNS = ['id', 'account', 'device', 'signed_in_at', 'previous_at', 'seen_at', 'expires_at'] as const;

/** Excludes sessions stored while the clock was ahead. */
function valid(db: Queries, now: number) {
  return db
    .selectFrom('sign_ins')
    .select(COLUMNS)
    .where('expires_at', '>', now)
    .where('signed_in_at', '<=', now + CLOCK_ERROR_MS);
}

export async function signInOf(db: Queries, token: string, now: number): Promise<SignInRow | null> {
  return (await valid(db, now).where('token', '=', hash('sha256', token)).executeTakeFirst()) ?? null;
}

export function signInsOf(db: Queries, account: string, now: number): Promise<SignInRow[]> {
  return valid(db, now).where('account', '=', account).orderBy('signed_in_at', 'desc').orderBy('id', 'desc').execute();
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
