import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { revealAll } from '../../log/codec.ts';
import type { EventRow, Head } from '../../log/hash-chain.ts';
import type { PersonKey } from '../../log/personal-data.ts';
import { type CheckedLog, checkTail, tailStart } from '../../log/verify.ts';
import type { Connection } from './connection.ts';

export const PAGE_SIZE = 1000;

export async function headOf(connection: Connection): Promise<Head> {
  return (await connection.query<Head>('SELECT position, hash FROM head')).rows[0]!;
}

export async function readAfter(connection: Connection, position: number, limit: number): Promise<EventRow[]> {
  const text = 'SELECT * FROM events WHERE position > $1 ORDER BY position LIMIT $2';
  return (await connection.query<EventRow>(text, [position, limit])).rows;
}

export function checkedLog(connection: Connection): CheckedLog {
  return {
    database: 'The database',
    advice: 'Restore it from a backup.',
    readAfter: (position, limit) => readAfter(connection, position, limit),
    isFound: () => true,
  };
}

/** Rejects with `FatalError` if a recent event was altered. */
export async function checkRecentEvents(connection: Connection) {
  const head = await headOf(connection);
  const rows = await readAfter(connection, tailStart(head.position), head.position);
  return { head, checkedCount: checkTail(checkedLog(connection), rows, head.position) };
}

export async function readKeys(connection: Connection, persons: readonly string[]): Promise<PersonKey[]> {
  if (persons.length === 0) return [];
  return (await connection.query<PersonKey>('SELECT * FROM person_keys WHERE person = ANY($1)', [persons])).rows;
}

export function revealRows(connection: Connection, rows: readonly EventRow[]): Promise<Recorded<DomainEvent>[]> {
  return revealAll(rows, (persons) => readKeys(connection, persons));
}
