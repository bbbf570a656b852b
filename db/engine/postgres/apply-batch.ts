import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type Batch, forgottenRows, isForgetting } from '../../batch.ts';
import type { GuardedWrite } from '../../change.ts';
import type { JobUpdate } from '../../jobs.ts';
import { encode } from '../../log/codec.ts';
import { type Head, chainHash } from '../../log/hash-chain.ts';
import type { PersonalData } from '../../log/personal-data.ts';
import { contradiction, unitsChangedBy } from '../../sold-units.ts';
import { type EventRow, bodyHash } from './batch-rows.ts';
import type { Connection } from './connection.ts';
import { type Part, insertRows, writeTogether } from './statement.ts';

/** How long an idempotency key is remembered, in milliseconds. */
const REMEMBERED_MS = 30 * 86_400_000;

interface Applied {
  /** The end of the log before the batch. */
  readonly before: Head;
  readonly at: number;
  readonly secret: string;
  readonly newKeys: ReadonlyMap<string, Buffer>;
  readonly personalData: PersonalData;
  /** What the projections write. */
  readonly folded: readonly Part[];
  /** The row of a job after an update. */
  readonly updated: (update: JobUpdate) => object;
}

/** Writes a batch into the open transaction. Returns the end of the log after it. Throws `Rejected`. */
export async function applyBatch(connection: Connection, batch: Batch, applied: Applied): Promise<Head> {
  const { before, at, secret, newKeys, personalData, folded, updated } = applied;
  const { events, answers, jobUpdates } = batch;
  for (const write of batch.writes) await runGuarded(connection, write);
  const rows = encodeEvents(events, before, personalData);
  const head = rows.at(-1) ?? before;
  const units = unitParts(events);
  const keys = Array.from(newKeys, ([person, key]) => ({ person, key: key.toString('base64') }));
  const remembered = answers.map(({ key, body, answer }) => {
    return { key, body: bodyHash(secret, body), answer: JSON.stringify(answer), at };
  });
  const parts: readonly Part[] = [
    ...(rows.length > 0 ? [insertRows('appended', 'events', rows), moveHead(head)] : []),
    ...(keys.length > 0 ? [insertKeys(keys)] : []),
    ...(remembered.length > 0 ? [insertRows('remembered', 'idempotency', remembered), FORGET_ANSWERS(at)] : []),
    ...(jobUpdates.length > 0 ? [updateJobs(jobUpdates.map(updated))] : []),
    ...folded,
  ];
  const isOneStatement = units.length === 1;
  if (!isOneStatement) for (const part of units) checkUnits(part, await writeTogether(connection, [part.part]));
  const counts = await writeTogether(connection, isOneStatement ? [...parts, units[0]!.part] : parts);
  if (isOneStatement) checkUnits(units[0]!, counts);
  await insertJobs(connection, batch, at);
  for (const event of events.filter(isForgetting))
    for (const { table, column, value } of forgottenRows(event))
      await connection.query(`DELETE FROM ${table} WHERE ${column} = $1`, [value]);
  return { position: head.position, hash: head.hash };
}

async function runGuarded(connection: Connection, { query, ...guard }: GuardedWrite): Promise<void> {
  const { rowCount } = await connection.query(query.sql, [...query.parameters]);
  if (guard.expectedRows !== undefined && rowCount !== guard.expectedRows) throw new Rejected(guard.refusal);
}

function encodeEvents(events: readonly Recorded<DomainEvent>[], before: Head, personalData: PersonalData): EventRow[] {
  let previous = before.hash;
  return events.map((event) => {
    const { position, stream, revision, id, type, at, correlation, causation } = event;
    const { version, data } = encode(personalData, stream, event);
    const row = { position, stream, revision, id, type, version, at, correlation, causation, data };
    previous = chainHash(previous, row);
    return { ...row, hash: previous };
  });
}

function moveHead({ position, hash }: Head): Part {
  return { name: 'moved', sql: `UPDATE head SET position = ${position}, hash = $?`, value: hash };
}

function insertKeys(keys: readonly object[]): Part {
  const sql = `INSERT INTO person_keys SELECT person, decode(key, 'base64')
    FROM json_to_recordset($?) AS row(person TEXT, key TEXT)`;
  return { name: 'keyed', sql, value: JSON.stringify(keys) };
}

const FORGET_ANSWERS = (at: number): Part => {
  return { name: 'swept', sql: 'DELETE FROM idempotency WHERE at < $?', value: at - REMEMBERED_MS };
};

const JOB_COLUMNS = [
  'due',
  'state',
  'attempts',
  'code',
  'ended_at',
  'dismissed_by',
  'dismissed_at',
  'dismissed_reason',
];

function updateJobs(rows: readonly object[]): Part {
  const set = JOB_COLUMNS.map((column) => `${column} = row.${column}`).join(', ');
  const sql = `UPDATE jobs SET ${set} FROM json_populate_recordset(NULL::jobs, $?) AS row WHERE jobs.id = row.id`;
  return { name: 'settled', sql, value: JSON.stringify(rows) };
}

/** One part for units that are all sold or all free after it, and what its events were. */
interface UnitPart {
  readonly part: Part;
  readonly expected: number;
  readonly first: { readonly type: string; readonly date: string; readonly unit: string };
}

/** In the order of the events, because a batch can free a unit and sell it. */
function unitParts(events: readonly Recorded<DomainEvent>[]): UnitPart[] {
  const runs: { readonly isSold: boolean; readonly type: string; readonly rows: { date: string; unit: string }[] }[] =
    [];
  for (const event of events)
    for (const { isSold, ...row } of unitsChangedBy(event.stream, event)) {
      const run = runs.at(-1);
      if (run?.isSold === isSold) run.rows.push(row);
      else runs.push({ isSold, type: event.type, rows: [row] });
    }
  return runs.map(({ isSold, type, rows }) => {
    const claim = insertRows(
      'units',
      'sold_units',
      rows,
      'ON CONFLICT (date, unit) DO UPDATE SET booking = excluded.booking WHERE sold_units.booking = excluded.booking',
    );
    const release = `DELETE FROM sold_units USING json_populate_recordset(NULL::sold_units, $?) AS row
      WHERE (sold_units.date, sold_units.unit, sold_units.booking) = (row.date, row.unit, row.booking)`;
    const part = isSold ? claim : { ...claim, sql: release };
    return { part, expected: rows.length, first: { type, ...rows[0]! } };
  });
}

function checkUnits({ expected, first }: UnitPart, { units }: Readonly<Record<string, number>>): void {
  if (units !== expected) throw contradiction(first.type, first.date, first.unit);
}

/** Inserts the new jobs in their order. One that exists is left alone, or becomes due if the new one wakes it. */
async function insertJobs(connection: Connection, { newJobs }: Batch, at: number): Promise<void> {
  if (newJobs.length === 0) return;
  const rows = newJobs.map(({ kind, key, orderKey = null, due, position }) => {
    return { kind, key, order_key: orderKey, due, position, at };
  });
  const woken = newJobs.flatMap(({ wakes }, index) => (wakes ? [rows[index]!] : []));
  await connection.query(
    `INSERT INTO jobs (kind, key, order_key, due, position, at)
     SELECT kind, key, order_key, due, position, at FROM json_populate_recordset(NULL::jobs, $1)
     ON CONFLICT (key, kind) DO NOTHING`,
    [JSON.stringify(rows)],
  );
  if (woken.length === 0) return;
  await connection.query(
    `UPDATE jobs SET due = row.due, state = 'waiting', attempts = 0, code = NULL, ended_at = NULL
     FROM json_populate_recordset(NULL::jobs, $1) AS row WHERE (jobs.kind, jobs.key) = (row.kind, row.key)`,
    [JSON.stringify(woken)],
  );
}
