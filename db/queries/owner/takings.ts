/** Money that came in and went back, for the owner's statistics. Each query reads an index. */
import { sql } from 'kysely';
import type { DisputeState } from '#shared/booking/dispute.ts';
import type { Queries } from '../../tables.ts';

/** Money that came in or went back at an instant. */
export interface Movement {
  readonly at: number;
  readonly cents: number;
}

/** Payments of the time from `from` to before `to`, earliest first. */
export function capturedBetween(db: Queries, from: number, to: number): Promise<Movement[]> {
  return db
    .selectFrom('payments')
    .select(['captured_at as at', 'captured as cents'])
    .where('captured_at', '>=', from)
    .where('captured_at', '<', to)
    .orderBy('captured_at')
    .execute();
}

/** Refunds that the provider accepted in the time from `from` to before `to`, earliest first. */
export async function refundedBetween(db: Queries, from: number, to: number): Promise<Movement[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['refunded_at', 'refunding as cents'])
    .where('refunded_at', '>=', from)
    .where('refunded_at', '<', to)
    .orderBy('refunded_at')
    .execute();
  return rows.map(({ refunded_at: at, cents: back }) => ({ at: at ?? 0, cents: back }));
}

/** Number of disputes in each state, and the cents that they took. */
export async function disputesByState(
  db: Queries,
): Promise<{ readonly state: DisputeState; readonly disputes: number; readonly takenCents: number }[]> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => [
      'dispute as state',
      fn.countAll<number>().as('disputes'),
      fn.sum<number>(sql`iif(refunded_at IS NULL, 0, refunding)`).as('takenCents'),
    ])
    .where('dispute', 'is not', null)
    .groupBy('dispute')
    .execute();
  return rows.flatMap(({ state, ...counted }) => (state === null ? [] : [{ state, ...counted }]));
}

/** Cents that were ever captured and refunded. */
export async function allTakings(db: Queries): Promise<{ readonly captured: number; readonly refunded: number }> {
  const { captured } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('captured').as('captured'))
    .executeTakeFirstOrThrow();
  const { refunded } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('refunding').as('refunded'))
    .where('refunded_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { captured: captured ?? 0, refunded: refunded ?? 0 };
}
