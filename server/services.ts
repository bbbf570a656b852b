import type { BookingDependencies } from './bookings/dependencies.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** What every request can reach. */
export interface Services extends BookingDependencies {
  readonly config: Config;
  readonly log: Log;
}
