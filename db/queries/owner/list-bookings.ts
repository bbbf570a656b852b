import type { BookingStatus } from '#events/booking/booking.ts';
import { idEndsOf } from '#shared/booking/reference.ts';
import { type ListPage, pageOfList } from '#shared/list-page.ts';
import type { BookingRow } from '../../projections/booking-row.ts';
import type { Queries } from '../../tables.ts';
import { ID_END } from '../bookings/bookings.ts';
import { matchesSearch } from './search-filter.ts';

export interface BookingListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly states: readonly BookingStatus[];
}

/** A reference finds its booking in any state. */
export async function listBookings(
  db: Queries,
  { page: asked, pageSize, search, states }: BookingListQuery,
): Promise<ListPage & { readonly rows: readonly BookingRow[] }> {
  const ends = idEndsOf(search.trim());
  const matching = db.selectFrom('bookings').where((where) => {
    const found = where.and([where('status', 'in', states), matchesSearch(search)]);
    return ends.length === 0 ? found : where.or([found, where(ID_END, 'in', ends)]);
  });
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const { offset, ...page } = pageOfList(count, asked, pageSize);
  const ids = matching.select('id').orderBy('id', 'desc').limit(pageSize).offset(offset);
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
  return { rows, ...page };
}
