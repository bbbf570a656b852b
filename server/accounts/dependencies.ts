import type { Store } from '#db/store.ts';
import type { Clock } from '../process/clock.ts';
import type { InEvenTime } from '../web/limits/even-time.ts';
import type { Hashing } from './passwords/hashing-queue.ts';

/** What the use cases of accounts work with. */
export interface AccountDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** Every password is hashed or compared in its turn here. */
  readonly hashing: Hashing;
  /** For what an answer must not tell of. */
  readonly inEvenTime: InEvenTime;
  readonly config: {
    /** What the first registration must carry, if anything. */
    readonly setupToken: string | null;
    /** The name of the business. */
    readonly appName: string;
  };
}
