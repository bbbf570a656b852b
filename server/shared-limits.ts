import type { BookingDependencies } from './bookings/dependencies.ts';
import type { Config } from './process/config.ts';
import type { Log } from './process/log.ts';
import { HoldGuard } from './bookings/buying/hold-guard.ts';
import { Limiter } from './web/limits/limiter.ts';
import { Turns } from './web/limits/event-loop-turns.ts';

const SENT_AWAY = 'more is asked than can be answered: some are sent away';

/** The limits that protect shared resources from overuse. */
export interface Guards {
  readonly limiter: Limiter;
  readonly holdGuard: HoldGuard;
  /** Admission control; null without limits. */
  readonly turns: Turns | null;
}

interface Parts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly config: Pick<Config, 'rateLimit'> & BookingDependencies['config'];
  readonly log: Log;
  /** Monotonic clock in milliseconds, used for all counting. */
  readonly now?: () => number;
}

export function openGuards({ config, log, store, clock, now = () => performance.now() }: Parts): Guards {
  const factor = config.rateLimit;
  return {
    limiter: new Limiter({ factor, now }),
    holdGuard: new HoldGuard({ factor, store, clock, config }),
    turns: factor === 0 ? null : new Turns({ now, onSentAway: () => log.warn(SENT_AWAY) }),
  };
}
