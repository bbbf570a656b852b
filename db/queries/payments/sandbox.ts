/** What the sandbox payment provider stores; no personal data. Amounts are integer cents, instants milliseconds. */
import { sql } from 'kysely';
import type { GuardedWrite } from '../../change.ts';
import type { Queries, Tables } from '../../tables.ts';

export type SandboxCheckout = Tables['sandbox_checkouts'];
export type SandboxPayment = Tables['sandbox_payments'];
export type SandboxRefund = Tables['sandbox_refunds'];
/** A webhook that waits for delivery. */
export type SandboxNotice = Tables['sandbox_notices'];
export type SandboxDispute = Tables['sandbox_disputes'];

/** Stores a checkout, unless one was stored with the same idempotency key. */
export function openCheckout(db: Queries, checkout: SandboxCheckout): GuardedWrite {
  const insert = db.insertInto('sandbox_checkouts').values(checkout);
  return { query: insert.onConflict((conflict) => conflict.column('key').doNothing()).compile() };
}

export function checkoutById(db: Queries, id: string): Promise<SandboxCheckout | undefined> {
  return db.selectFrom('sandbox_checkouts').selectAll().where('id', '=', id).executeTakeFirst();
}

export function checkoutByKey(db: Queries, key: string): Promise<SandboxCheckout> {
  return db.selectFrom('sandbox_checkouts').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

/** Checkouts whose late payment is under way, the next one first. */
export function settlingCheckouts(db: Queries): Promise<SandboxCheckout[]> {
  const settling = db.selectFrom('sandbox_checkouts').selectAll().where('settles_at', 'is not', null);
  return settling.orderBy('settles_at').limit(100).execute();
}

export function changeCheckout(
  db: Queries,
  id: string,
  set: Partial<Pick<SandboxCheckout, 'status' | 'pays_late' | 'settles_at'>>,
): GuardedWrite {
  return { query: db.updateTable('sandbox_checkouts').set(set).where('id', '=', id).compile() };
}

export function addPayment(db: Queries, payment: SandboxPayment): GuardedWrite {
  return { query: db.insertInto('sandbox_payments').values(payment).compile() };
}

export function paymentById(db: Queries, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandbox_payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function paymentsOf(db: Queries, checkout: string): Promise<SandboxPayment[]> {
  return db.selectFrom('sandbox_payments').selectAll().where('checkout', '=', checkout).orderBy('id').execute();
}

/** One fewer refund of the payment is going to fail. */
export function countFailedRefund(db: Queries, payment: string): GuardedWrite {
  const failed = db.updateTable('sandbox_payments').set((each) => ({
    failing_refunds: each('failing_refunds', '-', 1),
  }));
  return { query: failed.where('id', '=', payment).compile() };
}

export function addRefund(db: Queries, refund: SandboxRefund): GuardedWrite {
  return { query: db.insertInto('sandbox_refunds').values(refund).compile() };
}

export function refundByKey(db: Queries, key: string): Promise<SandboxRefund | undefined> {
  return db.selectFrom('sandbox_refunds').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Refunds of a payment, oldest first. */
export function refundsOf(db: Queries, payment: string): Promise<SandboxRefund[]> {
  return db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('payment', '=', payment)
    .orderBy(sql`rowid`)
    .execute();
}

/** Cents of a payment that were refunded. */
export async function refundedCents(db: Queries, payment: string): Promise<number> {
  return (await refundsOf(db, payment)).reduce((sum, { amount }) => sum + amount, 0);
}

/** The dispute of a payment, which has one at most. */
export function disputeOf(db: Queries, payment: string): Promise<SandboxDispute | undefined> {
  return db.selectFrom('sandbox_disputes').selectAll().where('payment', '=', payment).executeTakeFirst();
}

export function putDispute(db: Queries, dispute: SandboxDispute): GuardedWrite {
  const insert = db.insertInto('sandbox_disputes').values(dispute);
  return { query: insert.onConflict((conflict) => conflict.column('payment').doUpdateSet(dispute)).compile() };
}

export function addNotice(db: Queries, notice: SandboxNotice): GuardedWrite {
  return { query: db.insertInto('sandbox_notices').values(notice).compile() };
}

export function nextNotice(db: Queries): Promise<SandboxNotice | undefined> {
  return db.selectFrom('sandbox_notices').selectAll().orderBy('due_at').orderBy('id').limit(1).executeTakeFirst();
}

export function removeNotice(db: Queries, id: string): GuardedWrite {
  return { query: db.deleteFrom('sandbox_notices').where('id', '=', id).compile() };
}

/** Postpones a notice after a failed delivery. */
export function postponeNotice(db: Queries, { id, failures }: SandboxNotice, dueAt: number): GuardedWrite {
  const set = { due_at: dueAt, failures: failures + 1 };
  return { query: db.updateTable('sandbox_notices').set(set).where('id', '=', id).compile() };
}
