/**
 * The state of the sandbox payment provider, in tables of its own. It contains no personal data. Amounts are integer cents, instants
 * milliseconds.
 */
import type { DisputeState } from '#shared/booking/dispute.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';

export interface SandboxCheckout {
  readonly id: string;
  readonly key: string;
  readonly booking: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly expiresAt: number;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** When a visitor chose to pay late: milliseconds from the closing of the checkout to the payment. 0 otherwise. */
  readonly paysLate: number;
  /** When such a payment arrives. */
  readonly settlesAt: number | null;
}

export interface NewSandboxCheckout extends Omit<SandboxCheckout, 'id' | 'status' | 'paysLate' | 'settlesAt'> {
  /** The part of the id that cannot be guessed. */
  readonly token: string;
}

export interface SandboxPayment {
  readonly id: string;
  readonly checkout: string;
  readonly amount: number;
  readonly currency: string;
  /** Number of refunds of it that fail before one succeeds. */
  readonly failingRefunds: number;
}

/** A webhook that waits for delivery. */
export interface SandboxNotice {
  readonly id: string;
  readonly checkout: string;
  /** Set for a notice about a refund or a dispute of it. */
  readonly payment: string | null;
  readonly dueAt: number;
  readonly failures: number;
}

export interface SandboxRefund {
  readonly key: string;
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
}

/** A dispute of a payment: one at most. */
export interface SandboxDispute {
  readonly payment: string;
  readonly id: string;
  readonly amount: number;
  readonly state: DisputeState;
  readonly dueAt: number;
}

interface Opening {
  readonly checkout: NewSandboxCheckout;
  readonly resolve: (opened: SandboxCheckout) => void;
  readonly reject: (reason: unknown) => void;
}

const CHECKOUT = `number || '-' || token AS id, key, booking, amount, currency, description, expires_at AS expiresAt, return_url AS returnUrl,
  cancel_url AS cancelUrl, status, pays_late AS paysLate, settles_at AS settlesAt`;

export class SandboxPaymentStore {
  readonly #db: SqliteDatabase;
  readonly #statements: ReturnType<typeof prepare>;
  #opening: Opening[] = [];

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  /**
   * Opens a checkout, or returns the one that was opened with the same idempotency key. Calls of one event-loop turn share a
   * transaction and resolve after it.
   */
  open(checkout: NewSandboxCheckout): Promise<SandboxCheckout> {
    return new Promise((resolve, reject) => {
      if (this.#opening.length === 0) setImmediate(() => this.#openTogether());
      this.#opening.push({ checkout, resolve, reject });
    });
  }

  #openTogether(): void {
    const batch = this.#opening;
    this.#opening = [];
    try {
      const opened = this.#db.transaction(() => batch.map(({ checkout }) => this.#openOne(checkout)))();
      batch.forEach(({ resolve }, index) => resolve(opened[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #openOne(checkout: NewSandboxCheckout): SandboxCheckout {
    const { changes, lastInsertRowid } = this.#statements.open.run(checkout);
    const id = `${lastInsertRowid}-${checkout.token}`;
    if (changes === 1) return { ...checkout, id, status: 'open', paysLate: 0, settlesAt: null };
    return this.#statements.byKey.get(checkout.key)!;
  }

  find(id: string): SandboxCheckout | null {
    return this.#statements.byId.get(numberOf(id), id) ?? null;
  }

  paymentsOf(checkout: string): SandboxPayment[] {
    return this.#statements.paymentsOf.all(checkout);
  }

  findPayment(id: string): SandboxPayment | null {
    return this.#statements.payment.get(id) ?? null;
  }

  /** Records payments with a notice for each, and completes their checkout. */
  complete(checkout: string, payments: readonly SandboxPayment[], notices: readonly SandboxNotice[]): void {
    this.#db.transaction(() => {
      this.#statements.complete.run(numberOf(checkout));
      for (const payment of payments) this.#statements.addPayment.run(payment);
      for (const notice of notices) this.#statements.addNotice.run(notice);
    })();
  }

  /** Records that the visitor will pay this long after the checkout is closed. */
  payLate(checkout: string, afterMs: number): void {
    this.#statements.payLate.run(afterMs, numberOf(checkout));
  }

  /** Closes an open checkout; a late visitor's payment is under way from now on. */
  expire(checkout: string, now: number): void {
    this.#statements.expire.run(now, numberOf(checkout));
  }

  /** Checkouts whose late payment is under way, the next one first. */
  settling(): SandboxCheckout[] {
    return this.#statements.settling.all();
  }

  refundByKey(key: string): SandboxRefund | null {
    return this.#statements.refundByKey.get(key) ?? null;
  }

  /** Cents of a payment that were refunded so far. */
  refunded(payment: string): number {
    return this.#statements.refunded.get(payment)?.amount ?? 0;
  }

  addRefund(refund: SandboxRefund): void {
    this.#statements.addRefund.run(refund);
  }

  /** Refunds of a payment, oldest first. */
  refundsOf(payment: string): SandboxRefund[] {
    return this.#statements.refundsOf.all(payment);
  }

  disputeOf(payment: string): SandboxDispute | null {
    return this.#statements.disputeOf.get(payment) ?? null;
  }

  putDispute(dispute: SandboxDispute): void {
    this.#statements.putDispute.run(dispute);
  }

  addNotice(notice: SandboxNotice): void {
    this.#statements.addNotice.run(notice);
  }

  failRefund(payment: string): void {
    this.#statements.failRefund.run(payment);
  }

  nextNotice(): SandboxNotice | null {
    return this.#statements.nextNotice.get() ?? null;
  }

  removeNotice(id: string): void {
    this.#statements.removeNotice.run(id);
  }

  /** Postpones a notice after a failed delivery. */
  postponeNotice(id: string, dueAt: number): void {
    this.#statements.postponeNotice.run(dueAt, id);
  }
}

/** The row number in an id; a number that matches no row for an invalid id. */
function numberOf(id: string): number {
  return Number(/^(\d{1,15})-/.exec(id)?.[1] ?? -1);
}

function prepare(db: SqliteDatabase) {
  return {
    open: db.prepare<[NewSandboxCheckout]>(
      `INSERT INTO sandbox_checkouts (token, key, booking, amount, currency, description, expires_at, return_url, cancel_url)
       VALUES (:token, :key, :booking, :amount, :currency, :description, :expiresAt, :returnUrl, :cancelUrl)
       ON CONFLICT (key) DO NOTHING`,
    ),
    byKey: db.prepare<[string], SandboxCheckout>(`SELECT ${CHECKOUT} FROM sandbox_checkouts WHERE key = ?`),
    byId: db.prepare<[number, string], SandboxCheckout>(
      `SELECT ${CHECKOUT} FROM sandbox_checkouts WHERE number = ? AND number || '-' || token = ?`,
    ),
    settling: db.prepare<[], SandboxCheckout>(
      `SELECT ${CHECKOUT} FROM sandbox_checkouts WHERE settles_at IS NOT NULL ORDER BY settles_at LIMIT 100`,
    ),
    complete: db.prepare<[number]>(
      "UPDATE sandbox_checkouts SET status = 'complete', settles_at = NULL WHERE number = ?",
    ),
    payLate: db.prepare<[number, number]>(
      "UPDATE sandbox_checkouts SET pays_late = ? WHERE number = ? AND status = 'open'",
    ),
    expire: db.prepare<[number, number]>(
      `UPDATE sandbox_checkouts SET status = 'expired', settles_at = ? + nullif(pays_late, 0)
       WHERE number = ? AND status = 'open'`,
    ),
    paymentsOf: db.prepare<[string], SandboxPayment>(
      `SELECT id, checkout, amount, currency, failing_refunds AS failingRefunds FROM sandbox_payments
       WHERE checkout = ? ORDER BY id`,
    ),
    payment: db.prepare<[string], SandboxPayment>(
      'SELECT id, checkout, amount, currency, failing_refunds AS failingRefunds FROM sandbox_payments WHERE id = ?',
    ),
    addPayment: db.prepare<[SandboxPayment]>(
      `INSERT INTO sandbox_payments (id, checkout, amount, currency, failing_refunds)
       VALUES (:id, :checkout, :amount, :currency, :failingRefunds)`,
    ),
    refundByKey: db.prepare<[string], SandboxRefund>(
      'SELECT key, id, payment, amount FROM sandbox_refunds WHERE key = ?',
    ),
    refundsOf: db.prepare<[string], SandboxRefund>(
      'SELECT key, id, payment, amount FROM sandbox_refunds WHERE payment = ? ORDER BY id',
    ),
    disputeOf: db.prepare<[string], SandboxDispute>(
      'SELECT payment, id, amount, state, due_at AS dueAt FROM sandbox_disputes WHERE payment = ?',
    ),
    putDispute: db.prepare<[SandboxDispute]>(
      `INSERT OR REPLACE INTO sandbox_disputes (payment, id, amount, state, due_at)
       VALUES (:payment, :id, :amount, :state, :dueAt)`,
    ),
    refunded: db.prepare<[string], { amount: number }>(
      'SELECT sum(amount) AS amount FROM sandbox_refunds WHERE payment = ?',
    ),
    addRefund: db.prepare<[SandboxRefund]>(
      'INSERT INTO sandbox_refunds (key, id, payment, amount) VALUES (:key, :id, :payment, :amount)',
    ),
    failRefund: db.prepare<[string]>('UPDATE sandbox_payments SET failing_refunds = failing_refunds - 1 WHERE id = ?'),
    nextNotice: db.prepare<[], SandboxNotice>(
      'SELECT id, checkout, payment, due_at AS dueAt, failures FROM sandbox_notices ORDER BY due_at, id LIMIT 1',
    ),
    addNotice: db.prepare<[SandboxNotice]>(
      `INSERT INTO sandbox_notices (id, checkout, payment, due_at, failures)
       VALUES (:id, :checkout, :payment, :dueAt, :failures)`,
    ),
    removeNotice: db.prepare<[string]>('DELETE FROM sandbox_notices WHERE id = ?'),
    postponeNotice: db.prepare<[number, string]>(
      'UPDATE sandbox_notices SET due_at = ?, failures = failures + 1 WHERE id = ?',
    ),
  };
}
