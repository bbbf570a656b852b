import { hash } from 'node:crypto';
import type { SqliteDatabase } from '../disk/sqlite.ts';

/** The booking that a mailed link opens. Generation: the number of links that the booking had before. */
export interface ManageLink {
  readonly booking: string;
  readonly generation: number;
}

/**
 * The links by which customers see and change their bookings. Only a token's hash is stored, so a stolen file opens no booking.
 */
export class ManageLinks {
  readonly #insert;
  readonly #select;
  readonly #forgetAll;

  constructor(db: SqliteDatabase) {
    this.#insert = db.prepare<[string, string, number]>(
      'INSERT OR IGNORE INTO manage_links (token, booking, generation) VALUES (?, ?, ?)',
    );
    const forget = db.prepare<[string]>('DELETE FROM manage_links WHERE booking = ?');
    this.#forgetAll = db.transaction((bookings: readonly string[]) => {
      for (const booking of bookings) forget.run(booking);
    });
    this.#select = db.prepare<[string], ManageLink>('SELECT booking, generation FROM manage_links WHERE token = ?');
  }

  /** Makes a token valid. May be called repeatedly. */
  remember(token: string, { booking, generation }: ManageLink): void {
    this.#insert.run(hash('sha256', token), booking, generation);
  }

  /** Deletes every link of some bookings, in one transaction. */
  forget(bookings: readonly string[]): void {
    this.#forgetAll(bookings);
  }

  find(token: string): ManageLink | null {
    return this.#select.get(hash('sha256', token)) ?? null;
  }
}
