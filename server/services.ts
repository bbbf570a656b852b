import type { BookingDependencies } from './bookings/dependencies.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { OpenStreams } from './open-streams.ts';

/** What every request can reach. */
export interface Services extends BookingDependencies {
  readonly config: Config;
  readonly log: Log;
  /** Answers that go on until their reader leaves. */
  readonly streams: OpenStreams;
}
