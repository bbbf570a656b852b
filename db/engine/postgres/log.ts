import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { revealAll } from '../../log/codec.ts';
import type { EventRow, Head } from '../../log/hash-chain.ts';
import type { PersonKey } from '../../log/personal-data.ts';
import type { Connection } from './connection.ts';

export async function headOf(connection: Connection): Promise<Head> {
  return (await connection.query<Head>('SELECT position, hash FROM head')).rows[0]!;
}

/** Up to `limit` events after a position, in order. */
export async function readAfter(connection: Connection, position: number, limit: number): Promise<EventRow[]> {
  const text = 'SELECT * FROM events WHERE position > $1 ORDER BY position LIMIT $2';
  return (await connection.query<EventRow>(text, [position, limit])).rows;
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
