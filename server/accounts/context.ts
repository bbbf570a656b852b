import type { BookingContext, BookingServices } from '../bookings/context.ts';
import type { BackupTrouble } from '#shared/owner/needs-attention.ts';
import type { WatchedWebhooks } from '../outside/webhooks/watched-webhooks.ts';
import type { Config } from '../process/config.ts';
import type { BrowserSignInSession } from './signing-in/sign-in-session.ts';
import type { Store } from '#db/store.ts';
import type { Clock } from '../process/clock.ts';
import type { EvenDuration } from '../web/limits/even-duration.ts';
import type { HashingQueue } from './passwords/passwords.ts';

export interface AccountServices extends BookingServices, Omit<AccountDependencies, 'config'> {
  readonly config: Config;
  /** Whether the mail provider accepts mail, judging by the last attempts. */
  readonly mailHealth: { readonly canSend: boolean };
  /** The backup's problem, if any, and when it was last written. */
  readonly backup: { view(): BackupTrouble | null; readonly newest: number | null };
  readonly webhooks: WatchedWebhooks;
}

export interface AccountContext extends BookingContext, AccountServices {
  readonly config: Config;
  readonly signIn: BrowserSignInSession;
}

export interface AccountDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly hashing: HashingQueue;
  /** For work that must not reveal whether an account exists. */
  readonly inEvenDuration: EvenDuration;
  readonly config: {
    /** The first registration must contain it. */
    readonly setupToken: string | null;
    readonly appName: string;
  };
}
