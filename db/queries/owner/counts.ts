/** Numbers of bookings and accounts, for the owner's statistics. */
import type { BookingStatus } from '#events/booking/booking.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Role } from '#shared/account/account.ts';
import type { Queries } from '../../tables.ts';

/** `is_final` is 1 for late cancellations whose payment can no longer go back. */
export function bookingsByStatus(
  db: Queries,
): Promise<{ readonly status: BookingStatus; readonly is_final: 0 | 1; readonly bookings: number }[]> {
  return db
    .selectFrom('bookings')
    .select(({ fn }) => ['status', 'is_final', fn.countAll<number>().as('bookings')])
    .groupBy(['is_final', 'status'])
    .execute();
}

/** When bookings were confirmed from `from` on (milliseconds), earliest first, and the date that each visit has now. */
export async function confirmedSince(
  db: Queries,
  from: number,
): Promise<{ readonly at: number; readonly date: CivilDate }[]> {
  const rows = await db
    .selectFrom('bookings')
    .select(['confirmed_at', 'date'])
    .where('confirmed_at', '>=', from)
    .orderBy('confirmed_at')
    .execute();
  return rows.map(({ confirmed_at: at, date }) => ({ at: at ?? 0, date }));
}

/** All late cancellations, and those whose time was filled again. */
export async function lateCancellations(db: Queries): Promise<{ readonly all: number; readonly refilled: number }> {
  const { all, refilled } = await db
    .selectFrom('refills')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('waiting', '=', '[]').as('refilled'),
    ])
    .executeTakeFirstOrThrow();
  return { all, refilled };
}

/** Accounts that are not deleted, and the disabled ones among them, by role and whether their address is confirmed. */
export function accountCounts(
  db: Queries,
): Promise<{ readonly role: Role; readonly verified: 0 | 1; readonly accounts: number; readonly disabled: number }[]> {
  return db
    .selectFrom('users')
    .select(({ fn }) => [
      'role',
      'verified',
      fn.countAll<number>().as('accounts'),
      fn.countAll<number>().filterWhere('status', '=', 'disabled').as('disabled'),
    ])
    .where('status', '<>', 'deleted')
    .groupBy(['role', 'verified'])
    .execute();
}

/** When accounts registered in the time from `from` to before `to`, deleted ones included. */
export async function joinedBetween(db: Queries, from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('created_at')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute();
  return rows.map(({ created_at: at }) => at);
}
