import type { Store } from '#db/store.ts';
import type { Clock } from '../process/clock.ts';
import type { EvenDuration } from '../web/limits/even-duration.ts';
import type { Hashing } from './passwords/hashing-queue.ts';

/** What the use cases of accounts need. */
export interface AccountDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The queue in which passwords are hashed and compared. */
  readonly hashing: Hashing;
  /** Runs work whose duration must not reveal whether an account exists. */
  readonly inEvenDuration: EvenDuration;
  readonly config: {
    /** The token that the first registration must contain; null for none. */
    readonly setupToken: string | null;
    /** The name of the business. */
    readonly appName: string;
  };
}
