/** Machines behind a proxy are replaced and lost while people book. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { runSql } from '../db/postgres.ts';
import { startPostgres, urlOf } from '../db/postgres-server.ts';
import { PATIENCE_MS } from '../patience.ts';
import { HttpCustomer } from './http-customer.ts';
import { makeNextRelease } from './next-release.ts';
import { RoundRobin } from './round-robin.ts';
import { MAIN, startServer } from './server.ts';

const postgres = await startPostgres('shop');
afterAll(() => postgres.stop());
const DATABASE_URL = urlOf(postgres.port, 'shop');

const ENVIRONMENT = {
  DATABASE_URL,
  COOKIE_SECRET: 'one secret of all machines of this shop',
  BOOKING_WINDOW_DAYS: '3000',
  DRAIN_SECONDS: '3',
  RATE_LIMIT: '0',
};

/** After this long, in milliseconds, no request may fail because a machine was lost. */
const LOST_MS = 10_000;

async function startMachine(proxy: RoundRobin, main = MAIN) {
  const machine = await startServer(ENVIRONMENT, '/readyz', { main });
  onTestFinished(async () => void (await machine.stop()));
  await proxy.add(machine.origin);
  return machine;
}

async function openProxy() {
  const proxy = new RoundRobin();
  const origin = await proxy.open();
  onTestFinished(() => proxy.close());
  return { proxy, origin };
}

/** No two customers want the same day. */
let lastDay = 0;

/** Customers who look around, book and pay until they are stopped. */
class Crowd {
  readonly failures: { readonly at: number; readonly words: string }[] = [];
  readonly booked: string[] = [];
  readonly #customers: readonly Promise<void>[];
  #isOver = false;

  constructor(origin: string, count = 6) {
    this.#customers = Array.from({ length: count }, async () => {
      while (!this.#isOver) await this.#visit(new HttpCustomer(origin));
    });
  }

  async #visit(customer: HttpCustomer): Promise<void> {
    try {
      for (const path of ['/', '/pricing', '/book']) {
        const { status, text } = await customer.get(path);
        if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text.slice(0, 200)}`);
      }
      const booking = await customer.book((lastDay += 1) + 1);
      const confirmation = `/book/confirmation?eventId=${booking}`;
      const { status } = await customer.get(confirmation);
      if (status !== 200) throw new Error(`${confirmation} was answered with ${status}`);
      this.booked.push(booking);
    } catch (error) {
      this.failures.push({ at: Date.now(), words: String(error) });
    }
  }

  /** Waits until they have booked so many more visits. */
  async goOn(visits = 10): Promise<void> {
    const aim = this.booked.length + visits;
    await vi.waitUntil(() => this.booked.length > aim, PATIENCE_MS);
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#customers);
  }
}

async function expectAllBooked({ booked }: Crowd): Promise<void> {
  const sold = await runSql<{ booking: string }>(DATABASE_URL, 'SELECT booking FROM sold_units');
  const known = new Set(sold.map(({ booking }) => booking));
  expect(booked.filter((booking) => !known.has(booking))).toEqual([]);
}

test('a deployment of a release with a changed projection fails no request', async () => {
  const { proxy, origin } = await openProxy();
  const old = [await startMachine(proxy), await startMachine(proxy)];
  const crowd = new Crowd(origin);
  await crowd.goOn();
  const main = makeNextRelease();
  const next = [await startMachine(proxy, main), await startMachine(proxy, main)];
  await crowd.goOn();
  for (const machine of old) {
    const ended = once(machine.process, 'exit');
    machine.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
  expect(proxy.ready.toSorted()).toEqual(next.map((machine) => machine.origin).toSorted());
  await crowd.goOn();
  await crowd.leave();
  expect(crowd.failures).toEqual([]);
  await expectAllBooked(crowd);
  const columns = `SELECT DISTINCT table_name FROM information_schema.columns WHERE column_name = 'of_next_release'`;
  expect(await runSql(DATABASE_URL, columns)).toEqual([{ table_name: 'bookings_0000next' }]);
});

test('after a machine is lost, no request fails once ten seconds have passed', async () => {
  const { proxy, origin } = await openProxy();
  const [lost] = [await startMachine(proxy), await startMachine(proxy)];
  const crowd = new Crowd(origin);
  await crowd.goOn();
  const lostAt = Date.now();
  lost.process.kill('SIGKILL');
  await pause(LOST_MS);
  await crowd.goOn();
  await crowd.leave();
  expect(crowd.failures.filter(({ at }) => at > lostAt + LOST_MS)).toEqual([]);
  await expectAllBooked(crowd);
});
