import { hash } from 'node:crypto';
import { Rejected } from '#shared/calls/refusals.ts';
import type { IdempotentCommand } from '../change.ts';
import type { Tables } from '../tables.ts';
import { type Write, insertRows } from './write.ts';

const REMEMBERED_MS = 30 * 86_400_000;
const SWEPT_EVERY_MS = 86_400_000;

/** Requests are stored as hashes under a secret, so that the table doesn't let anyone guess them. */
export class Idempotency {
  readonly #secret: string;
  #sweptAt = -Infinity;

  constructor(secret: Buffer) {
    this.#secret = secret.toString('hex');
  }

  /** Null if it is new. Throws `Rejected` with `key-reused` for another body. */
  answerIn(
    row: Pick<Tables['idempotency'], 'body' | 'answer'> | undefined,
    { body }: IdempotentCommand,
  ): { readonly answer: unknown } | null {
    if (!row) return null;
    if (row.body !== this.#hash(body)) throw new Rejected('key-reused');
    return { answer: JSON.parse(row.answer) };
  }

  remember(commands: readonly IdempotentCommand[], at: number): Write[] {
    const rows = commands.map(({ key, body, answer }) => ({
      key,
      body: this.#hash(body),
      answer: JSON.stringify(answer),
      at,
    }));
    const isDue = rows.length > 0 && at - this.#sweptAt >= SWEPT_EVERY_MS;
    if (isDue) this.#sweptAt = at;
    const sweep = { sql: 'DELETE FROM idempotency WHERE at < ?', rows: isDue ? [[at - REMEMBERED_MS]] : [] };
    return [sweep, insertRows('idempotency', rows)];
  }

  #hash(body: string): string {
    // Plain SHA-256 is enough: clients never see this hash, so length extension doesn't matter.
    return hash('sha256', this.#secret + body);
  }
}
