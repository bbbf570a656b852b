import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Verification, verifyChain } from '#db/log/verify.ts';
import { reveal } from '#db/log/codec.ts';
import { OperatedFile } from '#db/engine/sqlite/operated-file.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { openIn } from '../../db/folder.ts';
import { readRows, rebuildAll } from '../../db/rows.ts';

/** The contents of a data folder after its server was killed. */
export interface Evidence {
  readonly chain: Verification;
  /** The whole log, with personal data decrypted. */
  readonly events: readonly Recorded<DomainEvent>[];
  readonly soldUnits: readonly { date: string; unit: string; booking: string }[];
  /** Checkouts, payments and refunds of the sandbox provider. */
  readonly checkouts: readonly { key: string; booking: string }[];
  readonly taken: readonly { id: string; checkout: string }[];
  readonly returned: readonly { id: string; key: string; payment: string }[];
}

/** The payments in the documents of the sandbox's checkouts. */
const PAYMENTS = `FROM sandbox_checkouts AS checkout, json_each(checkout.content, '$.payments') AS payment`;

function rowsOf<Row>(folder: string, sql: string): Row[] {
  const db = new Database(join(folder, 'halfday.db'), { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
}

/** Checks every event of a folder. */
export function verify(folder: string): Verification {
  const reader = new OperatedFile(folder).openReader();
  try {
    return verifyChain(reader.log);
  } finally {
    reader.close();
  }
}

export function gather(folder: string): Evidence {
  const reader = new OperatedFile(folder).openReader();
  const { log, vault } = reader;
  try {
    return {
      chain: verify(folder),
      events: log.readAfter(0, Number.MAX_SAFE_INTEGER).map((row) => reveal(vault, row)),
      soldUnits: rowsOf(folder, 'SELECT date, unit, booking FROM sold_units ORDER BY date, unit'),
      checkouts: rowsOf(folder, `SELECT key, content ->> 'booking' AS booking FROM sandbox_checkouts`),
      taken: rowsOf(folder, `SELECT payment.value ->> 'id' AS id, checkout.id AS checkout ${PAYMENTS} ORDER BY 1`),
      returned: rowsOf(
        folder,
        `SELECT refund.value ->> 'id' AS id, refund.value ->> 'key' AS key, payment.value ->> 'id' AS payment
        ${PAYMENTS}, json_each(payment.value, '$.refunds') AS refund ORDER BY 3`,
      ),
    };
  } finally {
    reader.close();
  }
}

/** Jobs that are not done although they could be, by kind, in a folder that a server is writing to. */
export function unfinishedJobs(folder: string): { kind: string; key: string; code: string | null }[] {
  const isDue = `state = 'waiting' AND (attempts > 0 OR due <= unixepoch() * 1000)`;
  return rowsOf(folder, `SELECT kind, key, code FROM jobs WHERE state = 'parked' OR ${isDue} ORDER BY id`);
}

/** The rows of all projections as the server left them, and as a rebuild from the log makes them. */
export async function servedAndRebuilt(folder: string) {
  const rows = async () => {
    const { store, close } = openIn(folder);
    const all = await readRows(store);
    await close();
    return all;
  };
  const served = await rows();
  await rebuildAll(folder);
  return { served, rebuilt: await rows() };
}

/** The booking of each sold unit, from the events alone. Throws at the first unit that is sold twice. */
export function ownersOfUnits(
  events: readonly Recorded<DomainEvent>[],
): { date: string; unit: string; booking: string }[] {
  const owners = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'UnitsHeld' && event.type !== 'UnitsConfirmed' && event.type !== 'UnitsReleased') continue;
    for (const unit of event.data.units) {
      const place = `${event.stream.slice('day-'.length)} ${unit}`;
      const owner = owners.get(place);
      if (owner !== undefined && owner !== event.data.booking) {
        throw new Error(`${place} belongs to ${owner} and is sold to ${event.data.booking} at ${event.position}`);
      }
      if (event.type === 'UnitsReleased') owners.delete(place);
      else owners.set(place, event.data.booking);
    }
  }
  return [...owners]
    .map(([place, booking]) => ({ date: place.split(' ')[0] ?? '', unit: place.split(' ')[1] ?? '', booking }))
    .sort((a, b) => (a.date + a.unit < b.date + b.unit ? -1 : 1));
}
