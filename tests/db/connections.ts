import { basename } from 'node:path';
import Database from 'better-sqlite3';

/** Runs a function that opens databases, and returns the writing connections that it opened, by file name. */
export function connectionsOf<Result>(open: () => Result): {
  readonly result: Result;
  readonly connections: ReadonlyMap<string, Database.Database>;
} {
  const connections = new Map<string, Database.Database>();
  const pragma = Object.getOwnPropertyDescriptor(Database.prototype, 'pragma')!.value as Database.Database['pragma'];
  Database.prototype.pragma = function noted(this: Database.Database, ...args) {
    if (args[0].startsWith('journal_mode')) connections.set(basename(this.name), this);
    return pragma.apply(this, args);
  };
  try {
    return { result: open(), connections };
  } finally {
    Database.prototype.pragma = pragma;
  }
}
