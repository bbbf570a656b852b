import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Verification, checkRows } from '#db/log/verify.ts';
import { reveal } from '#db/log/codec.ts';
import { type EventRow, GENESIS } from '#db/log/hash-chain.ts';
import { PersonalData } from '#db/log/personal-data.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { SandboxCheckout } from '#server/outside/payments/sandbox-books.ts';
import { openIn } from '../../db/folder.ts';
import { readRows, rebuildAll, openLog } from '../../db/rows.ts';

/** The contents of a database after its servers were killed. */
export interface Evidence {
  readonly chain: Verification;
  /** The whole log, with personal data decrypted. */
  readonly events: readonly Recorded<DomainEvent>[];
  readonly soldUnits: readonly { date: string; unit: string; booking: string }[];
  /** Checkouts, payments and refunds of the sandbox provider. */
  readonly checkouts: readonly { key: string; booking: string }[];
  readonly taken: readonly { id: string; checkout: string }[];
  readonly returned: readonly { id: string; key: string | null; payment: string }[];
}

/** What `evidenceOf` needs. */
export const QUERIES = {
  events: 'SELECT * FROM events ORDER BY position',
  keys: 'SELECT person, key FROM person_keys',
  soldUnits: 'SELECT date, unit, booking FROM sold_units ORDER BY date, unit',
  checkouts: 'SELECT content FROM sandbox_checkouts ORDER BY id',
};

export interface Found {
  readonly events: readonly EventRow[];
  readonly keys: readonly { readonly person: string; readonly key: Buffer }[];
  readonly soldUnits: Evidence['soldUnits'];
  readonly checkouts: readonly { readonly content: string }[];
}

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
  const reader = openLog(folder);
  try {
    const { log } = reader;
    return checkRows(log.readAfter(0, 1_000_000), { position: 0, hash: GENESIS }, (row) => log.isFound(row));
  } finally {
    reader.close();
  }
}

export function gather(folder: string): Evidence {
  const found = {
    events: rowsOf<EventRow>(folder, QUERIES.events),
    keys: rowsOf<Found['keys'][number]>(folder, QUERIES.keys),
    soldUnits: rowsOf<Found['soldUnits'][number]>(folder, QUERIES.soldUnits),
    checkouts: rowsOf<Found['checkouts'][number]>(folder, QUERIES.checkouts),
  };
  return evidenceOf(found, verify(folder));
}

export function evidenceOf({ events, keys, soldUnits, checkouts: stored }: Found, chain: Verification): Evidence {
  const keyOf = new Map(keys.map(({ person, key }) => [person, key]));
  const personalData = new PersonalData((person) => keyOf.get(person) ?? null);
  const checkouts = stored.map(({ content }) => JSON.parse(content) as SandboxCheckout);
  const payments = checkouts.flatMap((checkout) =>
    checkout.payments.map((each) => ({ ...each, checkout: checkout.id })),
  );
  const refunds = payments.flatMap((each) => each.refunds.map(({ id, key }) => ({ id, key, payment: each.id })));
  return {
    chain,
    events: events.map((row) => reveal(personalData, row)),
    soldUnits,
    checkouts: checkouts.map(({ key, booking }) => ({ key, booking })),
    taken: payments.map(({ id, checkout }) => ({ id, checkout })),
    returned: refunds.toSorted((one, other) => (one.payment < other.payment ? -1 : 1)),
  };
}

/** A job that is not done although it could be. */
export interface UnfinishedJob {
  readonly kind: string;
  readonly key: string;
  readonly code: string | null;
}

/**
 * Without jobs of moved visits, which run once the clock has confirmed their time for an hour, and without queries of the payment provider,
 * which are repeated each minute while a hold is unpaid.
 */
export function unfinishedJobsSql(): string {
  const isDue = `state = 'waiting' AND (attempts > 0 OR due <= ${Date.now()}) AND kind NOT IN ('kept-visits', 'reconciliation')`;
  return `SELECT kind, key, code FROM jobs WHERE state = 'parked' OR ${isDue} ORDER BY id`;
}

/** Unfinished jobs by kind, in a folder that a server is writing to. */
export function unfinishedJobs(folder: string): UnfinishedJob[] {
  return rowsOf(folder, unfinishedJobsSql());
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
