import type { ExpressionBuilder } from 'kysely';
import type { Claim } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { BookingRow } from '../../projections/booking-row.ts';
import type { Queries, Tables } from '../../tables.ts';

/** Decides whether a visit is ahead: the date, and the claims of that date that are not over. */
export interface Moment {
  readonly today: CivilDate;
  readonly claimsNotOver: readonly Claim[];
}

export function isAhead(where: ExpressionBuilder<Tables, 'bookings'>, { today, claimsNotOver }: Moment) {
  return where.and([
    where('status', '=', 'confirmed'),
    where('date', '>=', today),
    where.or([where('date', '>', today), where('claim', 'in', claimsNotOver)]),
  ]);
}

export function bookingById(db: Queries, id: string): Promise<BookingRow | undefined> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Visits that are over without a recorded outcome, latest first, and their number. */
export async function unrecordedVisits(
  db: Queries,
  moment: Moment,
  limit: number,
): Promise<{ readonly rows: BookingRow[]; readonly total: number }> {
  const over = db
    .selectFrom('bookings')
    .where('status', '=', 'confirmed')
    .where((where) => where.not(isAhead(where, moment)));
  const { total } = await over.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await over.selectAll().orderBy('date', 'desc').limit(limit).execute();
  return { rows, total };
}

export async function countHeldBookings(db: Queries): Promise<number> {
  const held = db.selectFrom('bookings').select(({ fn }) => fn.countAll<number>().as('held'));
  return (await held.where('status', '=', 'held').executeTakeFirstOrThrow()).held;
}

export function bookingsWithPhotos(db: Queries): Promise<Pick<BookingRow, 'status' | 'expires_at' | 'photos'>[]> {
  return db.selectFrom('bookings').select(['status', 'expires_at', 'photos']).where('photos', '<>', '[]').execute();
}
