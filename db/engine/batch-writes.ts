import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type Batch, forgottenRows, isForgetting } from '../batch.ts';
import type { GuardedWrite } from '../change.ts';
import type { JobSpec, JobUpdate } from '../jobs.ts';
import { encode } from '../log/codec.ts';
import { type EventRow, type Head, chainHash } from '../log/hash-chain.ts';
import { type PersonalData, newPersonKey } from '../log/personal-data.ts';
import type { Idempotency } from './idempotency.ts';
import { type Value, type Write, insertRows } from './write.ts';

interface BatchContext {
  readonly head: Head;
  readonly at: number;
  readonly personalData: PersonalData;
  readonly idempotency: Idempotency;
  readonly folded: readonly Write[];
}

/** In order, the same on every engine. Throws if data of a person has no key. */
export function writesOf(batch: Batch, { head, at, personalData, idempotency, folded }: BatchContext) {
  const { events } = batch;
  const keys = batch.newPersons.map((person) => ({ person, key: newPersonKey() }));
  const rows = encodeEvents(events, head, personalData.with(keys));
  const { position, hash } = rows.at(-1) ?? head;
  const writes: Write[] = [
    // First, so that a guard can ask what is sold.
    ...unitWrites(events),
    ...batch.writes.map(guarded),
    insertRows('person_keys', keys),
    insertRows('events', rows),
    ...events.filter(isForgetting).flatMap(forgottenRows).map(deleteRows),
    ...folded,
    ...idempotency.remember(batch.answers, at),
    ...batch.jobUpdates.map(updateJob),
    ...insertJobs(batch.newJobs, at),
  ];
  return { writes, head: { position, hash } };
}

function guarded({ query, ...guard }: GuardedWrite): Write {
  const { sql, parameters } = query;
  const write = { sql, rows: [parameters as readonly Value[]] };
  if (guard.expectedRows === undefined) return write;
  const check = (written: number) => {
    if (written !== guard.expectedRows) throw new Rejected(guard.refusal);
  };
  return { ...write, check };
}

function encodeEvents(
  events: readonly Recorded<DomainEvent>[],
  { hash: before }: Head,
  personalData: PersonalData,
): EventRow[] {
  let hash = before;
  return events.map((event) => {
    const { position, stream, revision, id, type, at, correlation, causation } = event;
    const { version, data } = encode(personalData, stream, event);
    const row = { position, stream, revision, id, type, version, at, correlation, causation, data };
    hash = chainHash(hash, row);
    return { ...row, hash };
  });
}

/** In place of a booking's id, for a unit that the owner closed. */
const OWNER = 'closed';

const CLAIM = `INSERT INTO sold_units (date, unit, booking) VALUES (?, ?, ?)
  ON CONFLICT (date, unit) DO UPDATE SET booking = excluded.booking WHERE sold_units.booking = excluded.booking`;
const RELEASE = 'DELETE FROM sold_units WHERE date = ? AND unit = ? AND booking = ?';

const EFFECTS: Readonly<Partial<Record<DomainEvent['type'], string>>> = {
  UnitsHeld: CLAIM,
  UnitsConfirmed: CLAIM,
  UnitsClosed: CLAIM,
  UnitsReleased: RELEASE,
  UnitsForfeited: RELEASE,
  UnitsOpened: RELEASE,
};

/** The last line of defense against selling a unit twice: fails if another booking has one. Adjacent events share a statement. */
function unitWrites(events: readonly Recorded<DomainEvent>[]): Write[] {
  const effects: { readonly sql: string; readonly names: string[]; readonly units: Map<string, readonly Value[]> }[] =
    [];
  for (const { type, stream, data } of events) {
    const sql = EFFECTS[type];
    if (sql === undefined || !('units' in data)) continue;
    if (effects.at(-1)?.sql !== sql) effects.push({ sql, names: [], units: new Map() });
    const { names, units } = effects.at(-1)!;
    const date = stream.slice('day-'.length);
    const booking = 'booking' in data ? data.booking : OWNER;
    names.push(`${type} of ${date} ${data.units.join(' and ')}`);
    for (const unit of data.units) units.set(`${date} ${unit} ${booking}`, [date, unit, booking]);
  }
  return effects.map(({ sql, names, units }) => {
    const check = (written: number) => {
      if (written !== units.size) throw new Error(`${names.join(', ')} contradicts what is sold`);
    };
    return { sql, rows: [...units.values()], check };
  });
}

function deleteRows({ table, column, value }: ReturnType<typeof forgottenRows>[number]): Write {
  return { sql: `DELETE FROM ${table} WHERE ${column} = ?`, rows: [[value]] };
}

const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function updateJob({ id, set }: JobUpdate): Write {
  const assignments = Object.keys(set).map((field) => `${columnOf(field)} = ?`);
  return { sql: `UPDATE jobs SET ${assignments.join(', ')} WHERE id = ?`, rows: [[...Object.values(set), id]] };
}

/** In their order. An existing job stays, or becomes due if the new one wakes it. */
export function insertJobs(jobs: readonly JobSpec[], at: number): Write[] {
  const rows = jobs.map(({ kind, key, orderKey = null, due, position }) => {
    return { kind, key, order_key: orderKey, due, position, at };
  });
  const wake = `UPDATE jobs SET due = ?, state = 'waiting', attempts = 0, code = NULL, ended_at = NULL
    WHERE kind = ? AND key = ?`;
  const woken = jobs.filter(({ wakes }) => wakes).map(({ due, kind, key }) => [due, kind, key]);
  return [insertRows('jobs', rows, 'ON CONFLICT (kind, key) DO NOTHING'), { sql: wake, rows: woken }];
}
