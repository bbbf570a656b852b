import { PersonalData } from '../../log/personal-data.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** Without a person's key, nothing decrypts their data in the log. */
export class Vault extends PersonalData {
  constructor(db: SqliteDatabase) {
    const select = db.prepare<[string], Buffer>('SELECT key FROM person_keys WHERE person = ?').pluck();
    super((person) => select.get(person) ?? null);
  }
}
