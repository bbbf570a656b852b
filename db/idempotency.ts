import { hash } from 'node:crypto';
import { Rejected } from '#events/refusal.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** A command that must be done once, however often it arrives. */
export interface Once {
  /** Made by whoever sends the command. */
  readonly key: string;
  /** What is asked for: the same key with another body is refused. */
  readonly body: string;
  /** What is answered, the first time and every time after. */
  readonly answer: unknown;
}

/** Remembers the answers of commands by their keys, in the same transaction as their events. */
export class Idempotency {
  readonly #select;
  readonly #insert;

  constructor(db: SqliteDatabase) {
    this.#select = db.prepare<[string], { body: string; answer: string }>(
      'SELECT body, answer FROM idempotency WHERE key = ?',
    );
    this.#insert = db.prepare<[string, string, string, number]>(
      'INSERT INTO idempotency (key, body, answer, at) VALUES (?, ?, ?, ?)',
    );
  }

  /** The first answer to this command, or null when it is new. Throws `Rejected` with `key-reused` for another body. */
  answerTo(once: Once): { readonly answer: unknown } | null {
    const known = this.#select.get(once.key);
    if (!known) return null;
    if (known.body !== hash('sha256', once.body)) throw new Rejected('key-reused');
    return { answer: JSON.parse(known.answer) };
  }

  remember(once: Once, now: number): void {
    this.#insert.run(once.key, hash('sha256', once.body), JSON.stringify(once.answer), now);
  }
}
