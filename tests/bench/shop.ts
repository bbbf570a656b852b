import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, type IncomingMessage, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OWNER } from '#server/seed/customers.ts';
import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';
import { Browser } from './browser.ts';
import { type BookableServer, type Server, seededShops, startBuild, withServers } from './builds.ts';
import { withRawHttp } from './children.ts';
import { rawCommitMs } from './floors.ts';
import type { BenchOptions, Build, Measured, Measurement } from './measurement.ts';
import { BROWSER, daysAhead, holdMorning } from './programs/requests.ts';
import { inTurns, percentile } from './rounds.ts';
import { measureStarts } from './start.ts';

/** Further ahead than the shop has sold. */
const FIRST_HELD = 400;
const HOLD_EVERY_MS = 100;
const READ_EVERY_MS = 20;

interface Shop {
  readonly server: BookableServer;
  readonly cookie: string;
  readonly pages: Readonly<Record<string, string>>;
  nextHold: number;
}

/** Signs the owner in, and finds a booking. */
async function visitShop(server: BookableServer, { bookings, users }: BenchOptions): Promise<Shop> {
  const owner = new Browser(server.origin);
  await owner.call('signIn', { email: OWNER.email, password: OWNER.password });
  const [booking] = /\/app\/admin\/bookings\/[\w-]{20,}/.exec(await owner.ask('/app/admin/bookings')) ?? [];
  if (booking === undefined) throw new Error('the list of bookings is empty');
  const pages = {
    admin: '/app/admin',
    users: '/app/admin/users',
    'users by name': '/app/admin/users?sortBy=name&sortOrder=desc&pageSize=50',
    'users, middle page': `/app/admin/users?pageSize=50&page=${Math.ceil(users / 100)}`,
    'users found by name': '/app/admin/users?search=maria+garcia',
    bookings: '/app/admin/bookings',
    // Visitors pay for a third of them.
    'bookings, middle page': `/app/admin/bookings?pageSize=50&page=${Math.ceil(bookings / 300)}`,
    'bookings found by name': '/app/admin/bookings?search=maria+garcia',
    'bookings found by phone': '/app/admin/bookings?search=%28805%29+555-0142',
    booking,
    stats: '/app/admin/stats',
    'schedule, month': '/app/admin/schedule?view=month',
    events: '/app/admin/events',
    'events of a type': '/app/admin/events?type=BookingConfirmed',
  };
  // The shop is reused: holds of an earlier run may still stand.
  const nextHold = Math.floor(Date.now() / HOLD_EVERY_MS) % 70_000;
  return { server, cookie: `${owner.cookie}; ${SCRIPT_COOKIE}=run`, pages, nextHold };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Requests a page. Resolves with the milliseconds until its end, and its length on the wire. */
async function timePage(address: string, cookie: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const begin = performance.now();
  const request = get(address, { agent, headers: { ...BROWSER, cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`${address} was answered with ${response.statusCode}`);
  return { ms: performance.now() - begin, bytes };
}

async function timePages(address: string, cookie: string, count: number) {
  const times: number[] = [];
  let last = await timePage(address, cookie);
  for (; times.length < count; times.push(last.ms)) last = await timePage(address, cookie);
  return { p99: percentile(times, 0.99), bytes: last.bytes };
}

/** The pages of each build in turns, and as many bytes as the largest has. */
async function ownersPages(shops: readonly Shop[], { quick }: BenchOptions): Promise<Measured> {
  const count = quick ? 20 : 200;
  let largest = 0;
  const measure = async ({ server, cookie, pages }: Shop) => {
    const found: Record<string, number> = {};
    for (const [name, path] of Object.entries(pages)) {
      const { p99, bytes } = await timePages(server.origin + path, cookie, count);
      found[name] = p99;
      largest = Math.max(largest, bytes);
    }
    return found;
  };
  // The first requests compile, and fill the caches of files.
  await inTurns(1, shops, measure);
  const [ours, before] = await inTurns(quick ? 1 : 3, shops, measure);
  const { p99: floor } = await withRawHttp(largest, (port) => timePages(`http://127.0.0.1:${port}/`, '', count * 5));
  return {
    title: "Owner's pages, milliseconds, 99th percentile",
    floor: `node:http that answers ${(largest / 1000).toFixed(0)} kB from memory`,
    figures: Object.entries(ours!).map(([what, value]) => ({
      what,
      value,
      floor,
      before: before?.[what],
      aim: 'below 50',
    })),
  };
}

/** The owner reads and visitors book until `isOver`. */
async function work(shop: Shop, isOver: () => boolean) {
  const { server, cookie, pages } = shop;
  const paths = Object.values(pages);
  const pageMs: number[] = [];
  const holdMs: number[] = [];
  let refused = 0;
  const read = async () => {
    for (let index = 0; !isOver(); index++) {
      pageMs.push((await timePage(server.origin + paths[index % paths.length]!, cookie)).ms);
      await delay(READ_EVERY_MS);
    }
  };
  const book = async () => {
    for (; !isOver(); shop.nextHold++) {
      const { nextHold } = shop;
      const begin = performance.now();
      const date = daysAhead(FIRST_HELD + nextHold);
      const status = await holdMorning(server.origin, { date, index: nextHold, price: server.price });
      holdMs.push(performance.now() - begin);
      if (status !== 200) refused += 1;
      await delay(HOLD_EVERY_MS);
    }
  };
  await Promise.all([read(), book()]);
  return { page: percentile(pageMs, 0.99), hold: percentile(holdMs, 0.99), refused };
}

/** Rebuilds all read models by the command line. Resolves with seconds. */
async function rebuild({ folder, build }: Server): Promise<number> {
  const begin = performance.now();
  const older = join(build.folder, 'dist/server/events.js');
  const command = existsSync(older) ? [older] : [join(build.folder, 'dist/server/main.js'), 'events'];
  const env = { PATH: process.env['PATH'], DATA_FOLDER: folder };
  await promisify(execFile)(process.execPath, [...command, 'rebuild'], { env });
  return (performance.now() - begin) / 1000;
}

async function rebuildWhileServing(shops: readonly Shop[], { quick }: BenchOptions): Promise<Measured[]> {
  const [ours, before] = await inTurns(quick ? 1 : 3, shops, async (shop) => {
    let isRebuilt = false;
    const rebuilding = rebuild(shop.server).finally(() => (isRebuilt = true));
    const busy = await work(shop, () => isRebuilt);
    const seconds = await rebuilding;
    const begin = performance.now();
    const quiet = await work(shop, () => performance.now() - begin > Math.max(seconds, 1) * 1000);
    return {
      seconds,
      page: busy.page,
      hold: busy.hold,
      refused: busy.refused,
      quietPage: quiet.page,
      quietHold: quiet.hold,
    };
  });
  const beside = (name: 'page' | 'hold', floor: 'quietPage' | 'quietHold') => ({
    value: ours![name],
    floor: ours![floor],
    before: before?.[name],
    aim: 'at most 2 of the floor',
  });
  const commit = {
    what: 'an insert and a commit, by better-sqlite3 alone',
    value: await rawCommitMs(quick ? 200 : 2000),
  };
  return [
    {
      title: 'Milliseconds while `events rebuild` runs, 99th percentile',
      floor: 'the same with no rebuild going on',
      figures: [
        { what: "an owner's page", ...beside('page', 'quietPage') },
        { what: 'a slot held', ...beside('hold', 'quietHold') },
        commit,
      ],
    },
    {
      title: 'The rebuild',
      figures: [
        { what: 'seconds', value: ours!.seconds, before: before?.seconds },
        { what: 'holds refused meanwhile', value: ours!.refused, before: before?.refused, aim: '0' },
      ],
    },
  ];
}

export const shop: Measurement = {
  name: 'shop',
  async run(options) {
    const starts = await measureStarts(options);
    const folders = await seededShops(options);
    const startShop = (build: Build) => startBuild(build, { DATA_FOLDER: folders.get(build)! });
    return withServers(options.builds, startShop, async (servers) => {
      const shops: Shop[] = [];
      for (const server of servers) shops.push(await visitShop(server, options));
      const pages = await ownersPages(shops, options);
      return [starts, pages, ...(await rebuildWhileServing(shops, options))];
    });
  },
};
