import { type ExpressionBuilder, sql } from 'kysely';
import type { MailReturn } from '#events/mail.ts';
import { idEndsOf } from '#shared/booking/reference.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { comparable } from '#shared/normalize-text.ts';
import type { AvailabilityRow } from '../../projections/availability.ts';
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
  // The claims' names sort as their hours end.
  const rows = await over.selectAll().orderBy('date', 'desc').orderBy('claim', 'desc').limit(limit).execute();
  return { rows, total };
}

export async function countHeldBookings(db: Queries): Promise<number> {
  const held = db.selectFrom('bookings').select(({ fn }) => fn.countAll<number>().as('held'));
  return (await held.where('status', '=', 'held').executeTakeFirstOrThrow()).held;
}

export function bookingsWithPhotos(db: Queries): Promise<Pick<BookingRow, 'status' | 'expires_at' | 'photos'>[]> {
  return db.selectFrom('bookings').select(['status', 'expires_at', 'photos']).where('photos', '<>', '[]').execute();
}

/** The end of a booking's id, which determines its reference. */
export const ID_END = sql<string>`substr(id, length(id) - 9)`;

export async function bookingsOfReference(
  db: Queries,
  reference: string,
): Promise<Pick<BookingRow, 'id' | 'status'>[]> {
  const ends = idEndsOf(reference.trim());
  return ends.length === 0
    ? []
    : db.selectFrom('bookings').select(['id', 'status']).where(ID_END, 'in', ends).execute();
}

export function daysBetweenDates(db: Queries, from: CivilDate, to: CivilDate): Promise<AvailabilityRow[]> {
  return db
    .selectFrom('availability')
    .selectAll()
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

/** Null if the address gets mail. */
export async function bounceOf(db: Queries, email: string): Promise<MailReturn | null> {
  const row = await db
    .selectFrom('bounces')
    .select('kind')
    .where('email_key', '=', comparable(email))
    .limit(1)
    .executeTakeFirst();
  return row?.kind ?? null;
}
