import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reveal } from '#db/log/codec.ts';
import type { EventRow } from '#db/log/hash-chain.ts';
import type { ProjectionName } from '#db/projections/index.ts';
import { EventLog, Vault } from '#db/engine/sqlite/event-log.ts';
import { openSqliteReader } from '#db/engine/sqlite/sqlite.ts';
import type { Store } from '#db/store.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { PATIENCE_MS } from '../patience.ts';
import { PersonalData } from '#db/log/personal-data.ts';
import { databaseOf, folders, openIn, withDatabase } from './folder.ts';
import { runSqlSync } from './sync-sql.ts';

/** The log of a folder as stored, and the keys of persons. */
export function openLog(folder: string) {
  const db = openSqliteReader(join(folder, 'halfday.db'));
  return { log: new EventLog(db), vault: new Vault(db), close: () => void db.close() };
}

/** Every row of the log, as another process sees it. */
export function logRows(folder: string): EventRow[] {
  const url = databaseOf(folder);
  if (url !== null) return runSqlSync<EventRow>(url, 'SELECT * FROM events ORDER BY position');
  const reader = openLog(folder);
  try {
    return reader.log.readAfter(0, 1_000_000);
  } finally {
    reader.close();
  }
}

/** The events of some types in a folder, or in the folder of a store, with personal data decrypted. */
export function recorded(
  of: Store | string,
  types: readonly DomainEvent['type'][],
  after = 0,
): Recorded<DomainEvent>[] {
  const folder = typeof of === 'string' ? of : folders.get(of)!;
  const url = databaseOf(folder);
  if (url) return recordedOnPostgres(url, types, after);
  const reader = openLog(folder);
  try {
    const rows = reader.log.readAfter(after, 1_000_000).filter(({ type }) => types.some((each) => each === type));
    return rows.map((row) => reveal(reader.vault, row));
  } finally {
    reader.close();
  }
}

function recordedOnPostgres(url: string, types: readonly string[], after: number): Recorded<DomainEvent>[] {
  const sql = 'SELECT * FROM events WHERE position > $1 AND type = ANY($2) ORDER BY position';
  const keys = runSqlSync<{ person: string; key: Uint8Array }>(url, 'SELECT person, key FROM person_keys');
  const keyOf = new Map(keys.map(({ person, key }) => [person, Buffer.from(key)]));
  const personalData = new PersonalData((person) => keyOf.get(person) ?? null);
  return runSqlSync<EventRow>(url, sql, [after, types]).map((row) => reveal(personalData, row));
}

/** All rows of all projections, in the order of their keys. */
export async function readRows(store: Store) {
  const { db } = store;
  return {
    availability: await db.selectFrom('availability').selectAll().orderBy('date').execute(),
    bookings: await db.selectFrom('bookings').selectAll().orderBy('id').execute(),
    payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    bounces: await db.selectFrom('bounces').selectAll().orderBy('id').execute(),
    dismissals: await db.selectFrom('dismissals').selectAll().orderBy('item').execute(),
    refills: await db.selectFrom('refills').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  } satisfies Record<ProjectionName, unknown[]>;
}

/** Rebuilds all projections of a folder without a server. */
export async function rebuildAll(folder: string): Promise<void> {
  const { store, close } = openIn(folder);
  await store.rebuild(AbortSignal.timeout(PATIENCE_MS));
  await close();
}

/** Rows of another of the log's tables. */
export function countOf(folder: string, table: 'events' | 'person_keys' | 'sold_units' | 'idempotency'): number {
  return withDatabase(folder, (db) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()));
}

/** How many transactions stand in the log's write-ahead file, which grows by one commit frame with each. */
export function commitsOf(folder: string): number {
  const wal = readFileSync(join(folder, 'halfday.db-wal'));
  const frame = 24 + wal.readUInt32BE(8);
  const salt = wal.readBigUInt64BE(16);
  let commits = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) {
    // Only the last frame of a transaction says how large the database is after it.
    if (wal.readBigUInt64BE(at + 8) === salt && wal.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
