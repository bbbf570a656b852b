/** Only the hash of a token is stored. */
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { GuardedWrite } from '../../change.ts';
import type { Queries, Tables } from '../../tables.ts';

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

export type NewLink = Omit<LinkRow, 'expires_at'>;

function isValid({ purpose, expires_at }: LinkRow, now: number): boolean {
  return expires_at > now && expires_at <= now + LIFE_MS[purpose] + CLOCK_ERROR_MS;
}

function links(db: Queries) {
  return db.selectFrom('link_tokens').select(['account', 'purpose', 'subject', 'expires_at']);
}

export async function linkOfToken(db: Queries, token: string, now: number): Promise<LinkRow | null> {
  const row = await links(db).where('token', '=', hash('sha256', token)).executeTakeFirst();
  return row && isValid(row, now) ? row : null;
}

export async function linksOf(db: Queries, account: string, now: number): Promise<LinkRow[]> {
  const rows = await links(db).where('account', '=', account).execute();
  return rows.filter((row) => isValid(row, now));
}

/** Removes expired links. */
export function addLink(db: Queries, token: string, link: NewLink, now: number): GuardedWrite[] {
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
