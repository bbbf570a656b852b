import type { BookingContext, BookingServices } from '../bookings/context.ts';
import type { Config } from '../process/config.ts';
import type { AccountDependencies } from './dependencies.ts';
import type { GuessWatch } from './signing-in/guess-watch.ts';
import type { SignInCookie } from './signing-in/sign-in-cookie.ts';

/** What every request about accounts can reach. */
export interface AccountServices extends BookingServices, Omit<AccountDependencies, 'config'> {
  readonly config: Config;
  readonly guessWatch: GuessWatch;
  /** Whether mail is taken at present, as far as the last tries tell. */
  readonly mailHealth: { readonly canSend: boolean };
}

/** What the calls about accounts work with. */
export interface AccountContext extends BookingContext, AccountServices {
  readonly config: Config;
  readonly signIn: SignInCookie;
}
