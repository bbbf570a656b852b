import type { AccountDependencies } from './accounts/dependencies.ts';
import type { BookingDependencies } from './bookings/dependencies.ts';
import type { LiveAvailability } from './bookings/availability/live-availability.ts';
import type { Config } from './process/config.ts';
import type { Guards } from './guards.ts';
import type { Log } from './process/log.ts';
import type { OpenStreams } from './web/limits/open-streams.ts';

/** What every request can reach. */
export interface Services extends BookingDependencies, Omit<AccountDependencies, 'config'>, Guards {
  readonly config: Config;
  readonly log: Log;
  /** Answers that go on until their reader leaves. */
  readonly streams: OpenStreams;
  readonly liveAvailability: LiveAvailability;
  /** Whether mail is taken at present, as far as the last tries tell. */
  readonly mailHealth: { readonly canSend: boolean };
}
