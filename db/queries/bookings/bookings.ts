import type { ExpressionBuilder } from 'kysely';
import type { MailReturn } from '#events/mail.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { comparable } from '#shared/normalize-text.ts';
import type { AvailabilityRow } from '../../projections/availability.ts';
import type { BookingRow } from '../../projections/booking-row.ts';
import type { Queries, Tables } from '../../tables.ts';

/** What decides whether a visit is ahead: the date, and the claims of that date that are not over. */
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

/** Visits that are over and of which nothing is recorded, the latest first, as many as `limit`; and how many there are. */
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

/** Bookings that have photos. */
export function bookingsWithPhotos(db: Queries): Promise<Pick<BookingRow, 'status' | 'expires_at' | 'photos'>[]> {
  return db.selectFrom('bookings').select(['status', 'expires_at', 'photos']).where('photos', '<>', '[]').execute();
}

/** Days with a row between two dates, both included; earliest first. */
export function daysBetweenDates(db: Queries, from: CivilDate, to: CivilDate): Promise<AvailabilityRow[]> {
  return db
    .selectFrom('availability')
    .selectAll()
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

/** Why an address gets no more mail; null if it gets mail. */
export async function bounceOf(db: Queries, email: string): Promise<MailReturn | null> {
  const row = await db
    .selectFrom('bounces')
    .select('kind')
    .where('email_key', '=', comparable(email))
    .limit(1)
    .executeTakeFirst();
  return row?.kind ?? null;
}
