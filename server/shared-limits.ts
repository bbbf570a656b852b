import type { BookingDependencies } from './bookings/dependencies.ts';
import { HoldGuard } from './bookings/buying/hold-guard.ts';
import type { Config } from './process/config.ts';
import { Limiter } from './web/limits/limiter.ts';

export interface Guards {
  readonly limiter: Limiter;
  readonly holdGuard: HoldGuard;
}

interface Parts extends Pick<BookingDependencies, 'store'> {
  readonly config: Pick<Config, 'rateLimit'>;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

export function openGuards({ config, store, now = () => performance.now() }: Parts): Guards {
  const factor = config.rateLimit;
  return { limiter: new Limiter({ factor, now }), holdGuard: new HoldGuard({ factor, store }) };
}
