/** The owner's search of customers: by what their bookings and accounts say. */
import { sql } from 'kysely';
import { comparable, digitsOf, withoutAccents } from '#shared/normalize-text.ts';
import { phoneParts } from '#shared/phone.ts';
import { idEndsOf } from '#shared/booking/reference.ts';
import type { BookingRow } from './booking-row.ts';
import type { bookings } from './bookings.ts';
import type { TableOf } from './projection.ts';
import { isFound } from '../queries/owner/found.ts';
import type { UserRow, users } from './users.ts';

/** Fewest digits that are searched as a part of a phone number. */
const LEAST_DIGITS = 4;

const ONLY_PHONE = /^[0-9+().\- ]+$/;

export interface Sought {
  readonly name: string;
  readonly email: string;
  /** Null unless a part of a phone number is sought. */
  readonly digits: string | null;
}

export function soughtOf(search: string): Sought {
  const text = search.trim();
  const { number } = phoneParts(text);
  const digits = digitsOf(number);
  return {
    name: withoutAccents(text),
    email: comparable(text),
    digits: ONLY_PHONE.test(number) && digits.length >= LEAST_DIGITS ? digits : null,
  };
}

function matches({ name, email, digits }: Sought, phone: ReturnType<typeof sql>) {
  return digits === null
    ? sql<boolean>`(instr(name_key, ${name}) > 0 OR instr(email_key, ${email}) > 0)`
    : sql<boolean>`instr(${phone}, ${digits}) > 0`;
}

/**
 * The latest paid booking of each customer whose name, address or phone number contains the text, latest customers first. A
 * reference finds its own booking.
 */
export async function bookingsOfSought(
  db: TableOf<typeof bookings>,
  search: string,
  limit: number,
): Promise<BookingRow[]> {
  const ends = idEndsOf(search.trim());
  const named = ends.length === 0 ? [] : await paidByIdEnd(db, ends);
  const found = await db
    .selectFrom('bookings')
    .select((select) => select.fn.max('id').as('id'))
    .where('confirmed_at', 'is not', null)
    .where('name_key', 'is not', null)
    .where(matches(soughtOf(search), sql`phone_key`))
    .groupBy(['name_key', 'phone_key', 'email_key'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const ids = [...new Set([...named, ...found.map(({ id }) => id)])];
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Ids of paid bookings with this reference; empty for any other text. */
export function bookingsOfReference(db: TableOf<typeof bookings>, reference: string): Promise<string[]> {
  return paidByIdEnd(db, idEndsOf(reference.trim()));
}

/** The id of a booking with this reference, paid or not; undefined when there is none, and for any other text. */
export async function bookingOfReference(db: TableOf<typeof bookings>, reference: string): Promise<string | undefined> {
  const ends = idEndsOf(reference.trim());
  return ends.length === 0 ? undefined : (await byIdEnd(db, ends).executeTakeFirst())?.id;
}

/** Ids of paid bookings that end with one of these ten digits. */
async function paidByIdEnd(db: TableOf<typeof bookings>, ends: readonly string[]): Promise<string[]> {
  const rows = await byIdEnd(db, ends).where('confirmed_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

function byIdEnd(db: TableOf<typeof bookings>, ends: readonly string[]) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where(sql<string>`substr(id, -10)`, 'in', ends);
}

/** Accounts whose name, address or phone number contains the text, latest first. */
export function accountsOfSought(db: TableOf<typeof users>, search: string, limit: number): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('search_key', 'is not', null)
    .where(isFound(search))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
