import { bookingStream } from '#events/booking.ts';
import { isStanding } from '#events/holding.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { HoldGuard } from './hold-guard.ts';
import { Limiter } from './limiter.ts';
import { Turns } from './turns.ts';

/** Unpaid holds that one network may have standing: far more than a household needs, far fewer than there are slots. */
const MOST_HOLDS = 12;

const SENT_AWAY = 'more is asked than can be answered: some are sent away';

/** What keeps some from taking what is there for all. */
export interface Guards {
  readonly limiter: Limiter;
  readonly holdGuard: HoldGuard;
  /** None when there are no limits. */
  readonly turns: Turns | null;
}

interface Parts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly config: Pick<Config, 'rateLimit'>;
  readonly log: Log;
  /** Milliseconds, only going forward: what is counted is counted by it. */
  readonly now?: () => number;
}

export function openGuards({ config, log, store, clock, now = () => performance.now() }: Parts): Guards {
  const factor = config.rateLimit;
  return {
    limiter: new Limiter({ factor, now }),
    holdGuard: new HoldGuard({
      most: factor === 0 ? Infinity : MOST_HOLDS * factor,
      isStanding: (booking) => isStanding(store.stateOf(bookingStream(booking)), clock.now()),
    }),
    turns: factor === 0 ? null : new Turns({ now, onSentAway: () => log.warn(SENT_AWAY) }),
  };
}
