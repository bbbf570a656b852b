import { join } from 'node:path';
import Database from 'better-sqlite3';
import { projections } from '#db/projections/index.ts';
import { readModelFile } from '#db/read-models/read-model-files.ts';
import { openStore } from '#db/open-store.ts';
import type { Store } from '#db/store.ts';
import { availability as readAvailability } from '#server/bookings/availability/availability.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { recordHistory } from './history.ts';
import { FIRST_DATE, holdings } from './holdings.ts';
import type { Figure, Measurement } from './measurement.ts';
import { withFolder } from './temp-folder.ts';

const DAYS = 60;
/** Each booking leaves six events. */
const EVENTS_EACH = 6;
const SIZES = [1000, 10_000, 100_000];
const AIMS: Readonly<Record<number, string>> = { 10_000: 'under 5', 100_000: 'as with 1,000' };

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

/** Milliseconds that each of many calls takes, those left out that only compile. */
async function timed(count: number, call: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let index = -count / 4; index < count; index++) {
    const begin = performance.now();
    await call();
    if (index >= 0) times.push(performance.now() - begin);
  }
  return times;
}

/** The first date of sixty in the middle of those that are booked. */
function middle(bookings: number): CivilDate {
  return addDays(FIRST_DATE, Math.floor(bookings / 4) - DAYS / 2);
}

/** The same days' rows, read by a prepared statement and nothing of ours. */
function rawRead(folder: string, from: CivilDate): { read: () => unknown; close: () => void } {
  const db = new Database(readModelFile(folder, projections.availability), { readonly: true });
  const rows = db.prepare('SELECT * FROM availability WHERE date >= ? AND date <= ? ORDER BY date');
  return { read: () => rows.all(from, addDays(from, DAYS - 1)), close: () => db.close() };
}

async function measure(store: Store, folder: string, bookings: number, count: number): Promise<Figure> {
  const from = middle(bookings);
  const now = Date.parse(`${from}T20:00:00Z`);
  const config = {
    appName: 'Halfday',
    legal: { seller: null, license: null },
    timeZone: 'America/Los_Angeles',
    bookingWindowDays: DAYS,
    publicUrl: 'http://localhost',
    cookieSecret: '',
  };
  const reader = { store, config, clock: { now: () => now, elapsed: () => 0, wait: () => Promise.resolve() } };
  const range = { from, to: addDays(from, DAYS - 1) };
  const { days } = await readAvailability(reader, range, null);
  if (days.length !== DAYS || days.some(({ am, pm }) => am !== 'gone' || pm !== 'gone'))
    throw new Error('not all sold');
  const raw = rawRead(folder, from);
  const floor = percentile(await timed(count, raw.read), 0.99);
  raw.close();
  const value = percentile(await timed(count, () => readAvailability(reader, range, null)), 0.99);
  const aim = AIMS[bookings];
  return { what: `${bookings.toLocaleString('en')} bookings`, value, floor, ...(aim && { aim }) };
}

export const availability: Measurement = {
  name: 'availability',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const store = await openStore({ folder: join(folder, 'data'), now: Date.now });
      const free = holdings();
      const figures: Figure[] = [];
      for (const bookings of quick ? [500, 2000] : SIZES) {
        await recordHistory(store, bookings * EVENTS_EACH, free);
        figures.push(await measure(store, join(folder, 'data'), bookings, quick ? 200 : 2000));
      }
      store.close();
      return [
        {
          title: `Availability of ${DAYS} days that are all sold, milliseconds, 99th percentile`,
          floor: 'the rows of these days, read by a prepared statement',
          figures,
        },
      ];
    }),
};
