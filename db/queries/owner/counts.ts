import type { NotNull } from 'kysely';
import type { Queries } from '../../tables.ts';

/** `is_final`: 1 for late cancellations whose payment can no longer be refunded. */
export function bookingsByStatus(db: Queries) {
  return db
    .selectFrom('bookings')
    .select(({ fn }) => ['status', 'is_final', fn.countAll<number>().as('bookings')])
    .groupBy(['is_final', 'status'])
    .execute();
}

/** Earliest first, with each visit's current date. */
export function confirmedSince(db: Queries, from: number) {
  return db
    .selectFrom('bookings')
    .select(['confirmed_at as at', 'date'])
    .where('confirmed_at', '>=', from)
    .orderBy('confirmed_at')
    .$narrowType<{ at: NotNull }>()
    .execute();
}

/** All late cancellations, and those whose time was sold again. */
export function lateCancellations(db: Queries) {
  return db
    .selectFrom('refills')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('waiting', '=', '[]').as('refilled'),
    ])
    .executeTakeFirstOrThrow();
}

export function accountCounts(db: Queries) {
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

export async function joinedBetween(db: Queries, from: number, to: number): Promise<number[]> {
  const joined = db.selectFrom('users').select('created_at').where('created_at', '>=', from);
  return (await joined.where('created_at', '<', to).execute()).map(({ created_at: at }) => at);
}
