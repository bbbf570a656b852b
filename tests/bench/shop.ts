import { OWNER } from '#server/seed/customers.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';
import { load, perSecond, withPeer } from './load.ts';
import { type BenchOptions, type Measurement, inTurns } from './measurement.ts';
import { type Server, seededShops, startShop, withServers } from './servers.ts';

interface Shop {
  readonly port: number;
  readonly cookie: string;
  readonly pages: Readonly<Record<string, string>>;
}

/** Signs the owner in, and finds a booking. */
async function visitShop({ origin, port }: Server, { bookings, users }: BenchOptions): Promise<Shop> {
  const signedIn = await fetch(origin + rpcPath('signIn'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: OWNER.email, password: OWNER.password }),
  });
  const cookies = signedIn.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')));
  const cookie = [...cookies, `${SCRIPT_COOKIE}=run`].join('; ');
  const list = await (await fetch(`${origin}/app/admin/bookings`, { headers: { cookie } })).text();
  const [booking] = /\/app\/admin\/bookings\/[\w-]{20,}/.exec(list) ?? [];
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
  return { port, cookie, pages };
}

/** The owner's pages of each build in turns, and as many bytes as the largest has. */
export const shop: Measurement = async (options) => {
  let largest = 0;
  const timePage = async (port: number, path: string, cookie: string) => {
    const kind = { kind: 'page', path, cookie } as const;
    const report = await load({ port, connections: 1, forMs: options.quick ? 200 : 2000, from: 0, kind });
    perSecond(report, 200);
    largest = Math.max(largest, report.bytes);
    return report.p99;
  };
  const measure = async ({ port, cookie, pages }: Shop) => {
    const found: Record<string, number> = {};
    for (const [name, path] of Object.entries(pages)) found[name] = await timePage(port, path, cookie);
    return found;
  };
  const [ours, before] = await withServers(await seededShops(options), startShop, async (servers) => {
    const shops = await Promise.all(servers.map((server) => visitShop(server, options)));
    // The first requests compile, and fill the caches of files.
    await inTurns(1, shops, measure);
    return inTurns(options.quick ? 1 : 3, shops, measure);
  });
  const floor = await withPeer(['raw', largest], (port) => timePage(port, '/', ''));
  return [
    {
      title: "Owner's pages, milliseconds, 99th percentile",
      floor: `node:http that answers ${(largest / 1000).toFixed(0)} kB from memory`,
      figures: Object.entries(ours!).map(([what, value]) => {
        return { what, value, floor, before: before?.[what], aim: 'below 50' };
      }),
    },
  ];
};
