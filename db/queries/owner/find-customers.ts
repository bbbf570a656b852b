import { sql } from 'kysely';
import { type BookingRow, UNPAID, wasPaid } from '../../projections/booking-row.ts';
import type { UserRow } from '../../projections/users.ts';
import type { Queries } from '../../tables.ts';
import { bookingsOfReference } from '../bookings/bookings.ts';
import { matchesSearch } from './search-filter.ts';

export function accountsFound(db: Queries, search: string, limit: number): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('search_key', 'is not', null)
    .where(matchesSearch(search))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The latest paid booking of each customer found, latest first. Without an address, name and phone number identify one. */
export async function customersFound(
  db: Queries,
  search: string,
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
): Promise<BookingRow[]> {
  const named = (await bookingsOfReference(db, search)).filter(wasPaid);
  const found = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('status', 'not in', UNPAID)
    .where('search_key', 'is not', null)
    .where(matchesSearch(search))
    .$if(except.length > 0, (query) =>
      query.where((where) => where.or([where('customer', 'is', null), where('customer', 'not in', except)])),
    )
    .groupBy(sql`coalesce(customer, search_key)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const ids = [...new Set([...named, ...found].map(({ id }) => id))];
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
