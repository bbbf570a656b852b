import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { revealAll } from '../../log/codec.ts';
import { type EventRow, GENESIS, type Head } from '../../log/hash-chain.ts';
import type { PersonKey } from '../../log/personal-data.ts';
import { checkTail, tailStart } from '../../log/verify.ts';
import { type Connection, RESTORE_DATABASE_ADVICE } from './connection.ts';

/** Events that are read at once. */
export const PAGE_SIZE = 1000;

export async function headOf(connection: Connection): Promise<Head> {
  return (await connection.query<Head>('SELECT position, hash FROM head')).rows[0]!;
}

/** Up to `limit` events after a position, in order. */
export async function readAfter(connection: Connection, position: number, limit: number): Promise<EventRow[]> {
  const text = 'SELECT * FROM events WHERE position > $1 ORDER BY position LIMIT $2';
  return (await connection.query<EventRow>(text, [position, limit])).rows;
}

/** The hash of the event at a position; null when there is none. */
export async function hashAt(connection: Connection, position: number): Promise<string | null> {
  if (position === 0) return GENESIS;
  const [row] = await readAfter(connection, position - 1, 1);
  return row?.position === position ? row.hash : null;
}

/** Checks the last events. Resolves with the end of the log and how many were checked. Rejects with `FatalError` if one was altered. */
export async function checkRecentEvents(
  connection: Connection,
): Promise<{ readonly head: Head; readonly checked: number }> {
  const head = await headOf(connection);
  const rows = await readAfter(connection, tailStart(head.position), head.position);
  return {
    head,
    checked: checkTail(rows, head.position, { database: 'The database', advice: RESTORE_DATABASE_ADVICE }),
  };
}

/** The keys of persons; those who were forgotten have none. */
export async function readKeys(connection: Connection, persons: readonly string[]): Promise<PersonKey[]> {
  if (persons.length === 0) return [];
  return (await connection.query<PersonKey>('SELECT * FROM person_keys WHERE person = ANY($1)', [persons])).rows;
}

/** Decodes rows and decrypts their personal data. */
export function revealRows(connection: Connection, rows: readonly EventRow[]): Promise<Recorded<DomainEvent>[]> {
  return revealAll(rows, (persons) => readKeys(connection, persons));
}
