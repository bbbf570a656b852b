import { once } from 'node:events';
import { Agent, type IncomingMessage, get } from 'node:http';
import { OWNER } from '#server/seed/customers.ts';
import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';
import { Browser } from './browser.ts';
import { type BookableServer, seededShops, startBuild, withServers } from './builds.ts';
import { withRawHttp } from './children.ts';
import type { BenchOptions, Build, Measured, Measurement } from './measurement.ts';
import { BROWSER } from './programs/requests.ts';
import { inTurns, percentile } from './rounds.ts';
import { measureStarts } from './start.ts';

interface Shop {
  readonly server: BookableServer;
  readonly cookie: string;
  readonly pages: Readonly<Record<string, string>>;
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
  return { server, cookie: `${owner.cookie}; ${SCRIPT_COOKIE}=run`, pages };
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
      return [starts, pages];
    });
  },
};
