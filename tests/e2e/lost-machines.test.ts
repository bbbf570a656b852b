/** Several machines with one PostgreSQL database, which fail under load. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventRow, GENESIS, type Head } from '#db/log/hash-chain.ts';
import { type Verification, checkRows } from '#db/log/verify.ts';
import { openStore } from '#db/open-store.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { IS_THOROUGH } from '#tests/thorough.ts';
import { runSql } from '../db/postgres.ts';
import { startPostgres, urlOf } from '../db/postgres-server.ts';
import { readRows } from '../db/rows.ts';
import {
  type Evidence,
  type Found,
  QUERIES,
  type UnfinishedJob,
  evidenceOf,
  unfinishedJobsSql,
} from './crash/evidence.ts';
import { testKeptPromises } from './crash/kept-promises.ts';
import { type Load, startLoad } from './crash/load.ts';
import { Machine } from './crash/machine.ts';

const MACHINES = 3;

/** `npm run test:faults` makes them fail more often. */
const KILLS = IS_THOROUGH ? 180 : 20;

/** How long a stopped machine stays so, in milliseconds: longer than PostgreSQL waits for it. */
const STOPPED_MS = IS_THOROUGH ? 60_000 : 3000;

/** How long people wait for a response, and how long a database can't be reached at most, in milliseconds. */
const PEOPLES_PATIENCE_MS = 10_000;
const CUT_MS = 1500;

/** Number of visitors at once on each machine, and the most responses of a machine between two failures. */
const CROWD = 6;
const MOST_RESPONSES = 12;

const LIMIT_MS = (KILLS / MACHINES) * (STOPPED_MS + 15_000) + 5 * PATIENCE_MS;

const FAILURES = ['kill', 'stop', 'cut', 'kill', 'lose', 'kill', 'stop', 'terminate', 'kill'] as const;

/** The end of a log without events. */
const NOTHING: Head = { position: 0, hash: GENESIS };

describe(`${MACHINES} machines that fail ${KILLS} times under load`, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let url: string;
  let load: Load;
  let machines: Machine[];
  let evidence: Evidence;
  const damaged: Verification['bad'][] = [];
  let verified = NOTHING;
  /** Crowds that go on until they are told to end. */
  const running: Promise<void>[] = [];
  let stopsInside = 0;
  /** Leases that ran out while machines had them. */
  let lostLeases = 0;
  let exits: readonly (number | null)[];

  /** Checks the events after those that were checked before. */
  async function verify(start: Head): Promise<Verification> {
    const rows = await runSql<EventRow>(
      url,
      `SELECT * FROM events WHERE position > ${start.position} ORDER BY position`,
    );
    const verification = checkRows(rows, start);
    verified = { position: verification.events, hash: verification.head };
    return verification;
  }

  /** As if ten minutes had passed. */
  async function runOutLeases(): Promise<void> {
    const lost = await runSql(url, 'UPDATE jobs SET leased_until = 1 WHERE leased_until > 1 RETURNING id');
    lostLeases += lost.length;
  }

  async function fail(machine: Machine, how: (typeof FAILURES)[number]): Promise<void> {
    if (how === 'kill') {
      await machine.kill();
      await runOutLeases();
    } else if (how === 'stop') {
      const runningOut = pause(STOPPED_MS / 2).then(runOutLeases);
      if (await machine.stop(STOPPED_MS)) stopsInside += 1;
      await runningOut;
    } else if (how === 'cut') await machine.cut(Math.random() * CUT_MS);
    else if (how === 'lose') machine.loseCommit();
    else await machine.terminate();
  }

  /** Lets a crowd in at a machine until the signal aborts. Calls back at each response. */
  async function admit(machine: Machine, signal: AbortSignal, onAnswer: () => void): Promise<void> {
    const visit = async (index: number) => {
      while (!signal.aborted) {
        await machine.whenReady(signal);
        await load.visitors.visit(machine.origin, machines.indexOf(machine) * CROWD + index, onAnswer);
      }
    };
    await Promise.all(Array.from({ length: CROWD }, (_, index) => visit(index)));
  }

  async function admitMembers(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const machine = machines[turn % MACHINES]!;
      await machine.whenReady(signal);
      await load.members.crowd(machine.origin, () => {});
    }
  }

  /** Runs a machine's share of the failures, each after some of its responses. */
  async function failUnderLoad(machine: Machine, number: number, signal: AbortSignal): Promise<void> {
    let left = Infinity;
    let onEnough = () => {};
    const crowd = admit(machine, signal, () => {
      left -= 1;
      if (left <= 0) onEnough();
    });
    const failures = async () => {
      for (let failure = number; failure < KILLS; failure += MACHINES) {
        await new Promise<void>((resolve) => {
          onEnough = resolve;
          left = 1 + Math.floor(Math.random() * MOST_RESPONSES);
        });
        await pause(Math.random() * 20);
        await fail(machine, FAILURES[(Math.floor(failure / MACHINES) + number) % FAILURES.length]!);
        damaged.push((await verify(verified)).bad);
      }
    };
    // A crowd ends before the failures only if something went wrong.
    await Promise.race([failures(), crowd]);
    running.push(crowd);
  }

  beforeAll(async () => {
    postgres = await startPostgres('shop');
    url = urlOf(postgres.port, 'shop');
    load = await startLoad(PEOPLES_PATIENCE_MS);
    const settings = { ...load.settings, COOKIE_SECRET: 'one secret of all machines of this shop' };
    machines = await Promise.all(
      Array.from({ length: MACHINES }, (_, index) => Machine.start(`machine${index}`, url, settings)),
    );
    const over = new AbortController();
    running.push(admitMembers(over.signal));
    await Promise.all(machines.map((machine, number) => failUnderLoad(machine, number, over.signal)));
    over.abort();
    // Visitors go on until their machine ends.
    await Promise.all(machines.map((machine) => machine.kill()));
    await Promise.all(running);
    await runOutLeases();
    await load.settle(machines[0]!.origin, () => runSql<UnfinishedJob>(url, unfinishedJobsSql()));
    exits = await Promise.all(machines.map((machine) => machine.end()));
    const found = {
      events: await runSql<EventRow>(url, QUERIES.events),
      keys: await runSql<Found['keys'][number]>(url, QUERIES.keys),
      soldUnits: await runSql<Found['soldUnits'][number]>(url, QUERIES.soldUnits),
      checkouts: await runSql<Found['checkouts'][number]>(url, QUERIES.checkouts),
    };
    evidence = evidenceOf(found, await verify(NOTHING));
    const { held, paid, moved, cancelled } = load.visitors.promises;
    process.stdout.write(
      `${KILLS} failures, ${stopsInside} of them stops inside a transaction, and ${lostLeases} lost leases: ${found.events.length} events; ` +
        `acknowledged ${held.length} holds, ${paid.length} payments, ${moved.length} moves, ${cancelled.length} cancellations, ` +
        `${load.members.registered.length} accounts\n`,
    );
  }, LIMIT_MS);

  afterAll(async () => {
    await Promise.all(machines.map((machine) => machine.end()));
    await Promise.all([load.stop(), postgres.stop()]);
  });

  test('stopped inside a transaction, and while machines had leases, and end when they are told to', () => {
    expect(exits).toEqual(machines.map(() => 0));
    expect(stopsInside).toBeGreaterThan(0);
    expect(lostLeases).toBeGreaterThan(0);
  });

  testKeptPromises(() => ({
    ...load,
    kills: KILLS,
    damaged,
    evidence,
    stoodStill: true,
    async servedAndRebuilt() {
      const store = await openStore({ folder: '', url, now: Date.now });
      const served = await readRows(store);
      await store.rebuild(AbortSignal.timeout(PATIENCE_MS));
      const rebuilt = await readRows(store);
      await store.close();
      return { served, rebuilt };
    },
  }));
});
