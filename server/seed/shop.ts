import { openStore } from '#db/open-store.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { HashingQueue } from '../accounts/passwords/hashing-queue.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { SandboxPayments } from '../outside/payments/sandbox.ts';
import type { Config } from '../process/config.ts';
import { type Log, createLog } from '../process/log.ts';
import { JOBS } from '../jobs.ts';
import { makeFolder, makePrivate } from '../process/private-folder.ts';
import { StoryClock } from './story-clock.ts';

/** The use cases' dependencies over a data folder, with the sandbox as payment provider and a clock that the story moves. */
export interface Shop extends BookingDependencies, AccountDependencies {
  readonly config: Config;
  readonly clock: StoryClock;
  readonly log: Log;
  readonly sandbox: SandboxPayments;
  close(): void;
}

/** The folder or its configuration is none that a shop can be made in. The message says what to do. */
export class SeedRefused extends Error {}

/** Opens the data folder of the configuration for a new shop. Throws `SeedRefused` and `FatalError`. */
export async function openShop(config: Config, start: number): Promise<Shop> {
  const { dataFolder: folder, payments } = config;
  if (payments.kind !== 'sandbox')
    throw new SeedRefused('Unset STRIPE_SECRET_KEY: the customers of a made-up shop pay in the sandbox.');
  makeFolder(folder);
  makePrivate(folder);
  const clock = new StoryClock(start);
  using opened = new DisposableStack();
  const store = opened.adopt(
    await openStore({ folder, now: () => clock.now(), jobSources: JOBS, mayLoseCommits: true, withSandbox: true }),
    (each) => each.close(),
  );
  if (store.position > 0)
    throw new SeedRefused(`${folder} has a log of ${store.position} events. Name a new folder with --data.`);
  const sandbox = new SandboxPayments({ store, clock, webhookSecrets: payments.webhookSecrets });
  const files = opened.move();
  return {
    config,
    clock,
    store,
    sandbox,
    payments: sandbox,
    log: createLog({ level: config.logLevel }),
    hashing: new HashingQueue(),
    // No visitor measures how long it takes.
    inEvenDuration: (work) => work(),
    close: () => files.dispose(),
  };
}
