import { openStore } from '#db/open-store.ts';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import { addDays } from '#shared/civil-date.ts';
import { HashingQueue } from '../accounts/passwords/passwords.ts';
import { JOBS } from '../jobs.ts';
import { SandboxPayments } from '../outside/payments/sandbox.ts';
import type { Config } from '../process/config.ts';
import { createLog } from '../process/log.ts';
import { makeFolder, makePrivate } from '../process/private-folder.ts';
import { SeededRandom } from './seeded-random.ts';
import { Simulation } from './simulation.ts';

/** A third is paid, because one crew has two units a day to sell. */
const HOLDS_PER_DAY = 5;

const LEAST_DAYS = 28;

const HOUR = 3_600_000;

/** The message says what to do. */
export class SeedRefused extends Error {}

export interface ShopPlan {
  readonly bookings: number;
  readonly users: number;
  readonly seed: number;
  readonly end: number;
}

/** By the site's use cases on a simulated clock, in an empty log. Throws `SeedRefused` and `FatalError`. */
export async function makeShop(
  config: Config,
  { bookings, users, seed, end }: ShopPlan,
  onProgress: (made: number) => void = () => {},
) {
  const { dataFolder: folder, payments, timeZone } = config;
  if (payments.kind !== 'sandbox')
    throw new SeedRefused('Unset STRIPE_SECRET_KEY, because seeded customers pay in the sandbox.');
  makeFolder(folder);
  makePrivate(folder);
  const days = Math.max(LEAST_DAYS, Math.ceil(bookings / HOLDS_PER_DAY));
  // The last day is long enough for all that happens.
  const since = addDays(civilDateAt(end - 10 * HOUR, timeZone), 1 - days);
  let now = instantOf(since, 6, timeZone);
  const clock = { now: () => now, elapsed: () => now, wait: () => Promise.resolve() };
  const store = await openStore({ folder, now: clock.now, jobSources: JOBS, mayLoseCommits: true, withSandbox: true });
  try {
    if (store.position > 0)
      throw new SeedRefused(`${folder} has a log of ${store.position} events. Name a new folder with --data.`);
    const simulation = new Simulation({
      config,
      clock,
      store,
      random: new SeededRandom(seed),
      payments: new SandboxPayments({ store, clock, webhookSecrets: payments.webhookSecrets }),
      log: createLog({ level: config.logLevel }),
      hashing: new HashingQueue(),
      inEvenDuration: (work) => work(),
      moveClock: (to) => (now = Math.max(now, Math.round(to))),
    });
    await simulation.open();
    for (let day = 1; day <= days; day++) {
      const date = addDays(since, day - 1);
      const [from, to] = [instantOf(date, 7, timeZone), Math.min(end, instantOf(date, 21, timeZone))];
      const share = day / days;
      await simulation.runDay(from, to, { bookings: Math.floor(bookings * share), users: Math.ceil(users * share) });
      onProgress(simulation.bookings + simulation.users);
    }
    await simulation.advance(end);
    return { bookings: simulation.bookings, users: simulation.users, events: store.position, since };
  } finally {
    await store.close();
  }
}
