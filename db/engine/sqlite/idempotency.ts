import type { IdempotentCommand } from '../../change.ts';
import { hash } from 'node:crypto';
import { Rejected } from '#shared/calls/refusals.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** How long an idempotency key is remembered, in milliseconds. */
const REMEMBERED_MS = 30 * 86_400_000;
const SWEPT_EVERY_MS = 86_400_000;

/**
 * Stores the answers of commands by idempotency key for thirty days, in the same transaction as their events. The request's
 * content is stored only as a hash under a secret key, so that an export of this table alone does not let it be guessed.
 */
export class Idempotency {
  readonly #secret: string;
  #sweptAt = -Infinity;
  readonly #select;
  readonly #insert;
  readonly #sweep;

  constructor(db: SqliteDatabase) {
    const secret = db.prepare<[], Buffer>(`SELECT secret FROM secrets WHERE name = 'idempotency'`).pluck().get();
    if (!secret) throw new Error('the secret of idempotency keys is missing');
    this.#secret = secret.toString('hex');
    this.#select = db.prepare<[string], { body: string; answer: string }>(
      'SELECT body, answer FROM idempotency WHERE key = ?',
    );
    this.#insert = db.prepare<[string, string, string, number]>(
      'INSERT INTO idempotency (key, body, answer, at) VALUES (?, ?, ?, ?)',
    );
    this.#sweep = db.prepare<[number]>('DELETE FROM idempotency WHERE at < ?');
  }

  /** The first answer to this command; null when it is new. Throws `Rejected` with `key-reused` for another body. */
  answerTo(once: IdempotentCommand): { readonly answer: unknown } | null {
    const known = this.#select.get(once.key);
    if (!known) return null;
    if (known.body !== this.#hash(once.body)) throw new Rejected('key-reused');
    return { answer: JSON.parse(known.answer) };
  }

  remember(once: IdempotentCommand, now: number): void {
    if (now - this.#sweptAt >= SWEPT_EVERY_MS) {
      this.#sweep.run(now - REMEMBERED_MS);
      this.#sweptAt = now;
    }
    this.#insert.run(once.key, this.#hash(once.body), JSON.stringify(once.answer), now);
  }

  #hash(body: string): string {
    // Quicker than an HMAC, which only a hash that others can see would need.
    return hash('sha256', this.#secret + body);
  }
}
