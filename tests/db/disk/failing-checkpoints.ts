import { utimesSync } from 'node:fs';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** Has every checkpoint of the journal fail like this, after it has begun to write. */
export function failCheckpoints(code: string): void {
  const pragma = Object.getOwnPropertyDescriptor(Database.prototype, 'pragma')!.value as Database.Database['pragma'];
  Object.assign(Database.prototype, {
    pragma(this: Database.Database, sql: string, options?: Database.PragmaOptions) {
      if (sql !== 'wal_checkpoint(PASSIVE)') return pragma.call(this, sql, options);
      utimesSync(this.name, 1, 1);
      throw new Database.SqliteError('the disk failed', code);
    },
  });
  onTestFinished(() => void Object.assign(Database.prototype, { pragma }));
}
