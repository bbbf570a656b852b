import type { Store } from '#db/store.ts';
import type { Clock } from '../process/clock.ts';
import type { EvenDuration } from '../web/limits/even-duration.ts';
import type { Hashing } from './passwords/hashing-queue.ts';

export interface AccountDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly hashing: Hashing;
  /** For work that must not reveal whether an account exists. */
  readonly inEvenDuration: EvenDuration;
  readonly config: {
    /** The first registration must contain it. */
    readonly setupToken: string | null;
    readonly appName: string;
  };
}
