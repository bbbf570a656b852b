import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import { reveal } from '../../log/codec.ts';
import { PersonalData } from '../../log/personal-data.ts';
import type { EventRow } from './batch-rows.ts';
import type { Connection } from './connection.ts';
import type { Part } from './statement.ts';

/** Reads the keys of persons; those who were forgotten have none. */
export function readKeys(persons: readonly string[]): Part {
  const sql = `SELECT json_object_agg(person, encode(key, 'base64')) FROM person_keys WHERE person = ANY($?)`;
  return { name: 'keys', sql, value: persons };
}

/** For the result of `readKeys`. */
export function personalDataWith(keys: unknown, added: ReadonlyMap<string, Buffer> = new Map()): PersonalData {
  const found = (keys ?? {}) as Readonly<Record<string, string>>;
  return new PersonalData((person) => {
    const key = found[person];
    return added.get(person) ?? (key === undefined ? null : Buffer.from(key, 'base64'));
  });
}

const isPersonal = (type: string): boolean =>
  Object.hasOwn(eventShapes, type) && eventShapes[type as DomainEvent['type']].isPersonal;

/** Decodes rows and decrypts their personal data. */
export async function revealRows(
  connection: Connection | Pool,
  rows: readonly EventRow[],
): Promise<Recorded<DomainEvent>[]> {
  const persons = rows
    .filter(({ type }) => isPersonal(type))
    .map(({ data }) => (JSON.parse(data) as { person: string }).person);
  const { sql, value } = readKeys(persons);
  const keys = persons.length === 0 ? null : await connection.query(sql.replace('$?', '$1'), [value]);
  const personalData = personalDataWith((keys?.rows[0] as { json_object_agg: unknown } | undefined)?.json_object_agg);
  return rows.map((row) => reveal(personalData, row));
}

/** Up to `limit` events after a position, in order. */
export async function readAfter(connection: Connection | Pool, position: number, limit: number): Promise<EventRow[]> {
  const text = 'SELECT * FROM events WHERE position > $1 ORDER BY position LIMIT $2';
  return (await connection.query<EventRow>(text, [position, limit])).rows;
}
