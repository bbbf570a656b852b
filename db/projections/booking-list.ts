/**
 * The owner's list of bookings: searched, filtered by state and read a page at a time, newest first. It scans one of two indexes, which have
 * all that is searched, in the order of the list: one of paid bookings, one of the others.
 */
import { type RawBuilder, sql } from 'kysely';
import type { BookingStatus } from '#events/booking/booking.ts';
import { idEndsOf } from '#shared/booking/reference.ts';
import { type BookingRow, UNPAID } from './booking-row.ts';
import type { bookings } from './bookings.ts';
import { soughtOf } from './customer-search.ts';
import { containing } from './glob.ts';
import type { TableOf } from './projection.ts';

type Table = TableOf<typeof bookings>;

/** Most bookings that a search finds. */
export const MOST_FOUND = 2000;

export interface BookingListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  /** All of paid bookings, or all of others. */
  readonly states: readonly BookingStatus[];
}

/** A page of bookings, and the numbers of all that match. */
export interface BookingRowsPage {
  readonly rows: readonly BookingRow[];
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  readonly total: number;
  /** Whether a search found more than `MOST_FOUND`: only the newest are counted. */
  readonly hasMore: boolean;
}

/** The two indexes, each with its condition as it is written there. */
const PAID = sql`bookings INDEXED BY bookings_listed_paid WHERE status NOT IN ('held', 'expired')`;
const NEVER_PAID = sql`bookings INDEXED BY bookings_listed_unpaid WHERE status IN ('held', 'expired')`;

/** Ids of bookings in these states, all paid or all unpaid. */
async function idsOf(db: Table, states: readonly BookingStatus[], rest: RawBuilder<unknown>): Promise<string[]> {
  const source = states.some((state) => UNPAID.some((unpaid) => unpaid === state)) ? NEVER_PAID : PAID;
  const query = sql<{ readonly id: string }>`SELECT id FROM ${source} ${rest}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** Ids of bookings in any state that have the reference, if the text is one. */
async function idsByReference(db: Table, search: string): Promise<string[]> {
  const ends = idEndsOf(search.trim());
  if (ends.length === 0) return [];
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where(sql<string>`substr(id, -10)`, 'in', ends)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids that a search finds, newest first, at most one more than `MOST_FOUND`. A reference finds its booking in any state. */
async function found(db: Table, { search, states }: BookingListQuery): Promise<string[]> {
  const { name, digits } = soughtOf(search);
  const ids = await idsOf(
    db,
    states,
    sql`AND search_key GLOB ${containing(digits ?? name)} AND status IN (${sql.join(states)})
      ORDER BY id DESC LIMIT ${MOST_FOUND + 1}`,
  );
  const named = await idsByReference(db, search);
  return [...new Set([...named, ...ids])].toSorted().toReversed();
}

/** Ids of a part of all bookings in these states. Parts behind the middle are read from the end, so that fewer are skipped. */
async function part(db: Table, states: readonly BookingStatus[], total: number, from: number, size: number) {
  const isReversed = from > total / 2;
  const ids = await idsOf(
    db,
    states,
    sql`AND status IN (${sql.join(states)}) ORDER BY id ${sql.raw(isReversed ? 'ASC' : 'DESC')}
      LIMIT ${size} OFFSET ${isReversed ? total - from - size : from}`,
  );
  return isReversed ? ids.toReversed() : ids;
}

/** A page of the matching bookings; the last one if there are fewer pages. `all` is the number of bookings in these states. */
export async function listBookings(db: Table, query: BookingListQuery, all: number): Promise<BookingRowsPage> {
  const { pageSize, states } = query;
  const sought = query.search.trim() === '' ? null : await found(db, query);
  const total = sought === null ? all : Math.min(sought.length, MOST_FOUND);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(query.page, pages);
  const from = (page - 1) * pageSize;
  const size = Math.min(pageSize, total - from);
  const numbers = { page, pages, total, hasMore: sought !== null && sought.length > MOST_FOUND };
  if (size === 0) return { rows: [], ...numbers };
  const ids = sought?.slice(from, from + size) ?? (await part(db, states, total, from, size));
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...numbers };
}
