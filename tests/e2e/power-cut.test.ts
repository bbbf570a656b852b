import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_THOROUGH } from '#tests/thorough.ts';
import { Disk, type DiskCall, readCalls, tracing } from './crash/disk.ts';
import { type Evidence, gather, ownersOfUnits, verify } from './crash/evidence.ts';
import { Visitors } from './crash/visitors.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

/** `npm run test:faults` cuts the power more often. */
const CUTS = IS_THOROUGH ? 300 : 30;

/** More responses than fit between two checkpoints. */
const RESPONSES = 500;

const canTrace = spawnSync('strace', [...tracing('/dev/null').args.slice(1), process.execPath, '-v']).status === 0;

const environment = (folder: string) => ({
  DATA_FOLDER: folder,
  BOOKING_WINDOW_DAYS: '73000',
  LOG_LEVEL: 'error',
  RATE_LIMIT: '0',
});

/** Opens the database as a start does, and checks every page. */
function damageIn(folder: string): unknown {
  const db = new Database(join(folder, 'halfday.db'));
  try {
    return db.pragma('integrity_check', { simple: true });
  } finally {
    db.close();
  }
}

const setOf = <Item>(items: readonly Item[]) => new Set(items);

describe.runIf(canTrace)(`a server under load, whose machine loses power at ${CUTS} moments`, () => {
  const root = mkdtempSync(join(tmpdir(), 'halfday-power-'));
  const [data, traces] = [join(root, 'data'), join(root, 'traces')];
  const visitors = new Visitors();
  let calls: DiskCall[] = [];
  let last: Evidence;
  /** Index of the first call after the start. */
  let first = 0;

  beforeAll(async () => {
    mkdirSync(data);
    mkdirSync(traces);
    const server = await startServer(environment(data), '/readyz', wrapped());
    const openedAt = Date.now();
    const closed = once(server.process, 'close');
    let left = RESPONSES;
    await visitors.crowd(server.origin, 24, () => {
      left -= 1;
      if (left === 0) server.process.kill('SIGKILL');
    });
    await closed;
    calls = readCalls(traces);
    first = calls.findIndex(({ at }) => at > openedAt);
    last = gather(data);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const wrapped = () => {
    const { program, args } = tracing(join(traces, 'calls'));
    return { program, args: [...args, process.execPath] };
  };

  /** Calls back with a folder for each cut, and with when it was cut. */
  async function cut(check: (folder: string, at: number) => Promise<void> | void): Promise<number> {
    const disk = new Disk();
    const every = Math.floor((calls.length - first) / CUTS);
    const moments = setOf(
      Array.from({ length: CUTS }, (_, index) => first + Math.floor((index + Math.random()) * every)),
    );
    let unflushed = 0;
    for (const [index, call] of calls.entries()) {
      if (moments.has(index)) {
        const folder = mkdtempSync(join(root, 'cut-'));
        disk.cutInto(folder);
        unflushed += disk.unflushed;
        await check(folder, call.at);
        rmSync(folder, { recursive: true });
      }
      disk.take(call);
    }
    return unflushed;
  }

  /** The acknowledged results that are missing although their responses had arrived by then. */
  function missing({ events, taken }: Evidence, at: number): string[] {
    const names = setOf(events.flatMap(({ type, data: fact }) => (type === 'SlotHeld' ? fact.personal!.name : [])));
    const checkouts = new Map(
      events.flatMap(({ type, stream, data: fact }) =>
        type === 'CheckoutOpened' ? [[fact.checkout, stream] as const] : [],
      ),
    );
    const streams = (wanted: 'BookingConfirmed' | 'BookingCancelled') =>
      setOf(events.filter(({ type }) => type === wanted).map(({ stream }) => stream));
    const [confirmed, cancelled] = [streams('BookingConfirmed'), streams('BookingCancelled')];
    const paid = setOf(taken.map(({ checkout }) => checkout));
    const by = <Item extends { readonly at: number }>(items: readonly Item[]) =>
      items.filter((each) => each.at < at - 1);
    const { promises } = visitors;
    const isOf = (known: ReadonlySet<string>, checkout: string) => known.has(checkouts.get(checkout) ?? '');
    return [
      ...by(promises.held).filter(({ wish, checkout }) => !names.has(wish.name) || !checkouts.has(checkout)),
      ...by(promises.paid).filter(({ checkout }) => !paid.has(checkout)),
      ...by(promises.confirmed).filter(({ checkout }) => !isOf(confirmed, checkout)),
      ...by(promises.cancelled).filter(({ checkout }) => !isOf(cancelled, checkout)),
    ].map(({ checkout }) => checkout);
  }

  test('wrote into the WAL and into the database, and visitors booked, paid and cancelled', () => {
    expect(setOf(calls.slice(first).map(({ file }) => file))).toEqual(setOf(['halfday.db', 'halfday.db-wal']));
    for (const some of [visitors.promises.paid, visitors.promises.cancelled]) expect(some).not.toEqual([]);
  });

  test('has everything that it had acknowledged, and a beginning of its history without a gap', async () => {
    const ids = last.events.map(({ id }) => id);
    const unflushed = await cut((folder, at) => {
      expect(damageIn(folder)).toBe('ok');
      const evidence = gather(folder);
      expect(evidence.chain).toMatchObject({ bad: null, events: evidence.events.length });
      expect(evidence.events.map(({ id }) => id)).toEqual(ids.slice(0, evidence.events.length));
      expect(ownersOfUnits(evidence.events)).toEqual(evidence.soldUnits);
      expect(missing(evidence, at)).toEqual([]);
    });
    expect(unflushed).toBeGreaterThan(CUTS / 2);
  });

  test('continues after the cut', async () => {
    const folder = mkdtempSync(join(root, 'started-'));
    const disk = new Disk();
    for (const call of calls.slice(0, -3)) disk.take(call);
    disk.cutInto(folder);
    copyFileSync(join(data, 'cookie-secret'), join(folder, 'cookie-secret'));
    const server = await startServer(environment(folder));
    expect(await new HttpCustomer(server.origin).book(2)).not.toBe('');
    expect(await server.stop()).toBe(0);
    expect(verify(folder).bad).toBeNull();
  });
});
