import type { BookingDependencies } from './bookings/dependencies.ts';
import { HoldGuard } from './bookings/buying/hold-guard.ts';
import type { Config } from './process/config.ts';
import { Sealer } from './web/http/sealing.ts';
import { Limiter } from './web/limits/limiter.ts';

export interface Guards {
  readonly limiter: Limiter;
  readonly holdGuard: HoldGuard;
}

interface Parts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly config: Pick<Config, 'rateLimit' | 'cookieSecrets'>;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

export function openGuards({ config, store, clock, now = () => performance.now() }: Parts): Guards {
  const factor = config.rateLimit;
  const sealer = new Sealer(config.cookieSecrets);
  return { limiter: new Limiter({ factor, now }), holdGuard: new HoldGuard({ factor, store, clock, sealer }) };
}
