import { join } from 'node:path';
import Database from 'better-sqlite3';
import { reveal } from '#db/log/codec.ts';
import type { ProjectionName } from '#db/projections/index.ts';
import { openFolderReader } from '#db/open-store.ts';
import { type Verification, verifyChain } from '#db/integrity/verify.ts';
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
  /** Payments and refunds of the sandbox provider. */
  readonly taken: readonly { id: string; checkout: string }[];
  readonly returned: readonly { id: string; payment: string }[];
}

function rowsOf<Row>(file: string, sql: string): Row[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
}

export function gather(folder: string): Evidence {
  const reader = openFolderReader(folder);
  const { log, vault } = reader;
  try {
    return {
      chain: verifyChain(log),
      events: log.readAfter(0, Number.MAX_SAFE_INTEGER).map((row) => reveal(vault, row)),
      soldUnits: rowsOf(join(folder, 'halfday.db'), 'SELECT date, unit, booking FROM sold_units ORDER BY date, unit'),
      taken: rowsOf(join(folder, 'halfday.db'), 'SELECT id, checkout FROM sandbox_payments ORDER BY id'),
      returned: rowsOf(join(folder, 'halfday.db'), 'SELECT id, payment FROM sandbox_refunds ORDER BY payment'),
    };
  } finally {
    reader.close();
  }
}

/** Number of requested refunds that have not succeeded yet, in a folder that a server is writing to. */
export function refundsUnderWay(folder: string): number {
  const reader = openFolderReader(folder);
  try {
    const count = (type: string) => reader.log.readerOf([type])(0, Number.MAX_SAFE_INTEGER).length;
    return count('RefundRequested') - count('RefundSucceeded');
  } finally {
    reader.close();
  }
}

/** The rows of a projection as the server left them, and as a rebuild from the log makes them. */
export async function servedAndRebuilt(
  folder: string,
  name: ProjectionName,
): Promise<{ served: unknown[]; rebuilt: unknown[] }> {
  const rows = async () => {
    const { store, close } = openIn(folder);
    const all = await readRows(store);
    close();
    return all[name];
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
