import type { BookingContext, BookingServices } from '../bookings/context.ts';
import type { BackupTrouble } from '#shared/owner/needs-attention.ts';
import type { WatchedWebhooks } from '../outside/webhooks/watched-webhooks.ts';
import type { Config } from '../process/config.ts';
import type { AccountDependencies } from './dependencies.ts';
import type { BrowserSignInSession } from './signing-in/sign-in-session.ts';

/** The services that calls about accounts use. */
export interface AccountServices extends BookingServices, Omit<AccountDependencies, 'config'> {
  readonly config: Config;
  /** Whether the mail provider accepts mail now, judging by the last attempts. */
  readonly mailHealth: { readonly canSend: boolean };
  /** What the owner has to know of the backup, and when it was written last. */
  readonly backup: { view(): BackupTrouble | null; readonly newest: number | null };
  /** The webhook provider; its last failure is for the owner. */
  readonly webhooks: WatchedWebhooks;
}

/** The context of calls about accounts. */
export interface AccountContext extends BookingContext, AccountServices {
  readonly config: Config;
  readonly signIn: BrowserSignInSession;
}
