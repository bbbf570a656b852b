import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** Has every statement of these connections fail with an error of SQLite, until the test ends. */
export function failStatements(code: string, isConcerned: (db: Database.Database) => boolean): void {
  const prepare = Object.getOwnPropertyDescriptor(Database.prototype, 'prepare')!.value as Database.Database['prepare'];
  Object.assign(Database.prototype, {
    prepare(this: Database.Database, sql: string) {
      if (isConcerned(this)) throw new Database.SqliteError('the disk failed', code);
      return prepare.call(this, sql);
    },
  });
  onTestFinished(() => void Object.assign(Database.prototype, { prepare }));
}
