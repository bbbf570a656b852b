import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { decode } from '#db/log/codec.ts';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { openStore } from '#db/open-store.ts';
import { verifyChain } from '#db/integrity/verify.ts';
import { bookingType } from '#events/booking/booking.ts';
import { dayType } from '#events/day.ts';
import type { Fact, StreamType } from '#events/event.ts';
import { startServer } from '../e2e/server.ts';
import { load } from './children.ts';
import { recordHistory } from './history.ts';
import { FIRST_DATE } from './holdings.ts';
import type { LoadReport } from './programs/load.ts';
import type { Measured, Measurement } from './measurement.ts';
import { settling } from './settling.ts';
import { withFolder } from './temp-folder.ts';

const PAGE = 1000;
const COMMAND = join(import.meta.dirname, '../../server/cli/events.ts');

const types: readonly StreamType<unknown, Fact>[] = [bookingType, dayType] as StreamType<unknown, Fact>[];

function perSecond(events: number, begin: number): number {
  return (events / (performance.now() - begin)) * 1000;
}

/** Rows a second, read in order and thrown away. */
function readRaw(folder: string): number {
  const db = new Database(join(folder, 'halfday.db'), { readonly: true });
  const page = db.prepare<[number, number]>('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?').raw();
  const begin = performance.now();
  let read = 0;
  for (let rows: unknown[] = [0]; rows.length > 0; read += rows.length) rows = page.all(read, PAGE);
  const rate = perSecond(read, begin);
  db.close();
  return rate;
}

/** Events a second from the disk to the states of all streams. */
function foldAll(folder: string): { folded: number; verified: number } {
  const reader = openFolderReader(folder);
  const states = new Map<string, unknown>();
  const begin = performance.now();
  let position = 0;
  for (;;) {
    const rows = reader.log.readAfter(position, PAGE);
    for (const row of rows) {
      const event = decode(row);
      const type = types.find(({ category }) => event.stream.startsWith(category));
      if (!type) throw new Error(`no type for ${event.stream}`);
      states.set(event.stream, type.evolve(states.has(event.stream) ? states.get(event.stream) : type.initial, event));
    }
    position += rows.length;
    if (rows.length < PAGE) break;
  }
  const folded = perSecond(position, begin);
  const chainBegin = performance.now();
  if (verifyChain(reader.log).bad) throw new Error('the chain is broken');
  const verified = perSecond(position, chainBegin);
  reader.close();
  return { folded, verified };
}

/** Seconds that the command line takes to rebuild the bookings. */
async function rebuildBookings(folder: string): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'rebuild', 'bookings'], {
    env: { PATH: process.env['PATH'], DATA_FOLDER: folder },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`the rebuild ended with ${code}`);
  return (performance.now() - begin) / 1000;
}

const ROUND_MS = 1500;
const QUIET_ROUNDS = 6;

/** Milliseconds, 99th percentile of the slowest round. */
interface Waits {
  readonly look: number;
  readonly book: number;
}

/** Rounds of people who look and people who book, until `isOver`. `from` is the number of the first round. */
async function visits(port: number, from: number, isOver: (rounds: number) => boolean): Promise<Waits> {
  const rounds: (readonly LoadReport[])[] = [];
  const always = { port, forMs: ROUND_MS, pauseMs: 20 };
  while (!isOver(rounds.length)) {
    const look = { ...always, connections: 8, from: 0, kind: { kind: 'look', date: FIRST_DATE } } as const;
    // Two hundred years on, where the history has left slots free.
    const kind = { kind: 'hold', firstDate: '2227-01-01' } as const;
    const book = { ...always, connections: 4, from: (from + rounds.length) * 10_000, kind };
    rounds.push(await Promise.all([load(look), load(book)]));
  }
  const slowest = (which: number) => Math.max(...rounds.map((reports) => reports[which]!.p99));
  return { look: slowest(0), book: slowest(1) };
}

async function rebuildUnderway(folder: string, events: number): Promise<Measured[]> {
  const settled = settling(folder);
  const server = await startServer({
    DATA_FOLDER: folder,
    BOOKING_WINDOW_DAYS: '73000',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
  });
  try {
    const port = Number(new URL(server.origin).port);
    await settled();
    await visits(port, 0, (rounds) => rounds === 1);
    const quiet = await visits(port, 1, (rounds) => rounds === QUIET_ROUNDS);
    let isRebuilt = false;
    const rebuilding = rebuildBookings(folder).finally(() => (isRebuilt = true));
    const busy = await visits(port, 1 + QUIET_ROUNDS, () => isRebuilt);
    const seconds = await rebuilding;
    return [
      {
        title: `Rebuild of the bookings from ${events.toLocaleString('en')} events, by the command line, while the site serves`,
        figures: [
          { what: 'seconds, with start and swap', value: seconds, aim: 'under 5' },
          { what: 'events a second', value: events / seconds },
        ],
      },
      {
        title: 'Milliseconds until the answer meanwhile, 99th percentile of the slowest of the rounds',
        floor: 'the same with no rebuild going on',
        figures: [
          { what: 'looking for a free day', value: busy.look, floor: quiet.look, aim: 'under 10' },
          { what: 'booking', value: busy.book, floor: quiet.book, aim: 'under 10' },
        ],
      },
    ];
  } finally {
    await server.stop();
  }
}

export const replay: Measurement = {
  name: 'replay',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const store = await openStore({ folder, now: Date.now });
      await recordHistory(store, quick ? 50_000 : 1_000_000);
      const events = store.position;
      store.close();
      const floor = readRaw(folder);
      const { folded, verified } = foldAll(folder);
      return [
        {
          title: `Replay of ${events.toLocaleString('en')} events, a second`,
          floor: 'their rows read in order and thrown away',
          figures: [
            { what: 'read, parsed and folded into states', value: folded, floor, aim: '500,000' },
            { what: 'hash chain verified', value: verified, floor },
          ],
        },
        ...(await rebuildUnderway(folder, events)),
      ];
    }),
};
