import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { OWNER } from '#server/seed/owner.ts';
import { SCRIPT_COOKIE } from '#shared/script-cookie.ts';
import { startServer } from '../e2e/server.ts';
import { Browser } from './browser.ts';
import { withRawHttp } from './children.ts';
import type { Figure, Measurement } from './measurement.ts';
import { type PageTimes, pageTimes, percentile } from './page-times.ts';
import { seededShop } from './seeded-shop.ts';
import { settling } from './settling.ts';

const DEFAULT_SIZE = { bookings: 20_000, users: 20_000 };
const QUICK_SIZE = { bookings: 300, users: 200 };

const WARMING_ROUNDS = 20;

/** Rows of a shop that are read without anything of ours. */
interface RawRows {
  /** The booking that most happened to. */
  readonly eventId: string;
  readonly paid: number;
  readonly users: number;
  /** Milliseconds that the newest fifty users and the number of all take. */
  readonly newestUsersMs: number;
}

function readRaw(folder: string, count: number): RawRows {
  const open = (name: string) => {
    const file = readdirSync(folder).find((each) => each.startsWith(`read-${name}-`) && each.endsWith('.db'));
    if (file === undefined) throw new Error(`${folder} has no read model ${name}`);
    return new Database(join(folder, file), { readonly: true });
  };
  const [bookings, users] = [open('bookings'), open('users')];
  try {
    const longest = bookings
      .prepare<[], string>('SELECT id FROM bookings ORDER BY length(history) DESC LIMIT 1')
      .pluck();
    const newest = users.prepare('SELECT * FROM users ORDER BY created_at DESC, id LIMIT 50');
    const all = users.prepare<[], number>('SELECT count(*) FROM users').pluck();
    const times = Array.from({ length: count }, () => {
      const begin = performance.now();
      newest.all();
      all.get();
      return performance.now() - begin;
    });
    const paid = bookings
      .prepare<[], number>("SELECT count(*) FROM bookings WHERE status NOT IN ('held', 'expired')")
      .pluck();
    return {
      eventId: longest.get() ?? '',
      paid: paid.get() ?? 0,
      users: all.get() ?? 0,
      newestUsersMs: percentile(times, 0.5),
    };
  } finally {
    bookings.close();
    users.close();
  }
}

function pagesOf({ eventId, paid, users }: RawRows): Readonly<Record<string, string>> {
  const usersBy = (search: Readonly<Record<string, string>>) =>
    `/app/admin/users?${new URLSearchParams(search).toString()}`;
  const bookingsBy = (search: Readonly<Record<string, string>>) =>
    `/app/admin/bookings?${new URLSearchParams(search).toString()}`;
  const eventsBy = (search: Readonly<Record<string, string>>) =>
    `/app/admin/events?${new URLSearchParams(search).toString()}`;
  return {
    admin: '/app/admin',
    users: '/app/admin/users',
    'users by name': usersBy({ sortBy: 'name', sortOrder: 'desc', pageSize: '50' }),
    'users by age': usersBy({ sortBy: 'createdAt', sortOrder: 'desc', pageSize: '50' }),
    'users, last page': usersBy({ page: String(Math.ceil(users / 50)), pageSize: '50', sortBy: 'email' }),
    'users, middle page': usersBy({ page: String(Math.ceil(users / 100)), pageSize: '50' }),
    'users, many found': usersBy({ search: 'garcia', pageSize: '50' }),
    'users, few found': usersBy({ search: 'maria garcia' }),
    'users, none found': usersBy({ search: '%_%' }),
    'users, admins': usersBy({ role: 'admin' }),
    bookings: '/app/admin/bookings',
    'bookings, last page': bookingsBy({ page: String(Math.ceil(paid / 50)), pageSize: '50' }),
    'bookings, middle page': bookingsBy({ page: String(Math.ceil(paid / 100)), pageSize: '50' }),
    'bookings, no-shows': bookingsBy({ state: 'no-show', pageSize: '50' }),
    'bookings, many found': bookingsBy({ search: 'garcia', pageSize: '50' }),
    'bookings, few found': bookingsBy({ search: 'maria garcia' }),
    'bookings, found by phone': bookingsBy({ search: '(805) 555-0142' }),
    'bookings, none found': bookingsBy({ search: '%_%' }),
    booking: `/app/admin/bookings/${eventId}`,
    stats: '/app/admin/stats',
    'stats, a month long ago': '/app/admin/stats?month=2026-01',
    schedule: '/app/admin/schedule',
    'schedule, week': '/app/admin/schedule?view=week',
    'schedule, month': '/app/admin/schedule?view=month',
    events: '/app/admin/events',
    'events of a type': eventsBy({ type: 'BookingConfirmed' }),
    'events of a rare type': eventsBy({ type: 'AdminAppointed' }),
    'events of a booking': eventsBy({ stream: `booking-${eventId}` }),
    'events of a day long ago': eventsBy({ to: '2026-01-01' }),
    'events of a type, long ago': eventsBy({ type: 'AccountDeleted', to: '2026-01-01' }),
    upkeep: '/app/admin/upkeep',
  };
}

interface TimedPage {
  readonly what: string;
  readonly times: PageTimes;
  readonly floor: PageTimes;
}

/** Each page with its floor: node:http that sends as many bytes from memory. */
async function timePages(origin: string, pages: Readonly<Record<string, string>>, count: number): Promise<TimedPage[]> {
  const owner = new Browser(origin);
  await owner.call('signIn', { email: OWNER.email, password: OWNER.password });
  const browsers = { 'runs scripts': `; ${SCRIPT_COOKIE}=run`, 'no scripts': '' };
  const timed: TimedPage[] = [];
  // The first requests compile and fill the caches of files.
  for (let round = 0; round < WARMING_ROUNDS; round++) {
    for (const path of Object.values(pages)) await pageTimes(origin + path, owner.cookie, 1);
  }
  for (const [name, path] of Object.entries(pages)) {
    for (const [kind, more] of Object.entries(browsers)) {
      const times = await pageTimes(origin + path, owner.cookie + more, count);
      const floor = await withRawHttp(times.bytes, (port) => pageTimes(`http://127.0.0.1:${port}/`, '', count));
      timed.push({ what: `${name}, ${kind}, ${(times.bytes / 1000).toFixed(1)} kB`, times, floor });
    }
  }
  return timed;
}

export const admin: Measurement = {
  name: 'admin',
  async run({ quick, ...asked }) {
    const size = { ...(quick ? QUICK_SIZE : DEFAULT_SIZE), ...asked };
    const count = quick ? 20 : 600;
    const folder = await seededShop(size);
    const raw = readRaw(folder, count);
    const settled = settling(folder);
    const server = await startServer({ DATA_FOLDER: folder, LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    try {
      await settled();
      const timed = await timePages(server.origin, pagesOf(raw), count);
      const figures = (read: (times: PageTimes) => number, aim = ''): Figure[] =>
        timed.map(({ what, times, floor }) => ({ what, value: read(times), floor: read(floor), aim }));
      const shop = `a shop of ${size.bookings} bookings and ${size.users} users`;
      const floor = 'node:http that answers as many bytes from memory';
      return [
        {
          title: `Pages of the owner, ${shop}, median milliseconds until the end`,
          floor,
          figures: figures(({ p50 }) => p50),
        },
        { title: 'The same, 99th percentile until the end', floor, figures: figures(({ p99 }) => p99, 'below 50') },
        {
          title: 'The same, median milliseconds until the first byte',
          floor,
          figures: figures(({ firstP50 }) => firstP50),
        },
        {
          title: 'The same, 99th percentile until the first byte',
          floor,
          figures: figures(({ firstP99 }) => firstP99, 'below 20'),
        },
        {
          title: 'The rows of these pages by better-sqlite3 alone, median milliseconds',
          figures: [{ what: 'newest 50 users, and how many there are', value: raw.newestUsersMs }],
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
