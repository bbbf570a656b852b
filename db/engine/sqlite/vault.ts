import { type ForgettingEvent, forgottenRows } from '../../batch.ts';
import { PersonalData, newPersonKey } from '../../log/personal-data.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** Stores each person's key and can delete it, which forgets the person: without the key, nothing decrypts their data in the log. */
export class Vault extends PersonalData {
  readonly #db: SqliteDatabase;
  readonly #insert;

  constructor(db: SqliteDatabase) {
    const select = db.prepare<[string], Buffer>('SELECT key FROM person_keys WHERE person = ?').pluck();
    super((person) => select.get(person) ?? null);
    this.#db = db;
    this.#insert = db.prepare<[string, Buffer]>('INSERT INTO person_keys (person, key) VALUES (?, ?)');
  }

  /** Stores a key for a new person. Belongs into the transaction of the first data that is encrypted under it. */
  addPerson(person: string): void {
    this.#insert.run(person, newPersonKey());
  }

  /** Deletes what must not be left of a person. Belongs into the transaction of the event. */
  forget(event: ForgettingEvent): void {
    for (const { table, column, value } of forgottenRows(event))
      this.#db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(value);
  }
}
