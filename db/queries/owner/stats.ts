import { type NotNull, sql } from 'kysely';
import type { Queries } from '../../tables.ts';

export interface Movement {
  readonly at: number;
  readonly cents: number;
}

function between(db: Queries, at: 'captured_at' | 'refunded_at', from: number, to: number) {
  return db.selectFrom('payments').where(at, '>=', from).where(at, '<', to).orderBy(at);
}

export function capturedBetween(db: Queries, from: number, to: number): Promise<Movement[]> {
  return between(db, 'captured_at', from, to).select(['captured_at as at', 'captured as cents']).execute();
}

export function refundedBetween(db: Queries, from: number, to: number): Promise<Movement[]> {
  const refunded = between(db, 'refunded_at', from, to).select(['refunded_at as at', 'refunding as cents']);
  return refunded.$narrowType<{ at: NotNull }>().execute();
}

/** Cents; 0 for refunds and disputes that are not settled. */
const REFUNDED = sql<number>`(CASE WHEN refunded_at IS NULL THEN 0 ELSE refunding END)`;

export function disputesByState(db: Queries) {
  return db
    .selectFrom('payments')
    .select(({ fn }) => [
      'dispute as state',
      fn.countAll<number>().as('disputes'),
      fn.sum<number>(REFUNDED).as('takenCents'),
    ])
    .where('dispute', 'is not', null)
    .groupBy('dispute')
    .$narrowType<{ state: NotNull }>()
    .execute();
}

export async function totalRevenue(db: Queries): Promise<{ readonly captured: number; readonly refunded: number }> {
  const { captured, refunded } = await db
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.sum<number | null>('captured').as('captured'),
      fn.sum<number | null>(REFUNDED).as('refunded'),
    ])
    .executeTakeFirstOrThrow();
  return { captured: captured ?? 0, refunded: refunded ?? 0 };
}

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
