import type { Legal } from './legal.ts';
import type { TagManager } from '../measuring/consent.ts';

/** Outside services that get customers' data. */
export interface Connected {
  readonly stripe: boolean;
  readonly resend: boolean;
  /** Whether Svix gets bookings, and with them who the customer is. */
  readonly svix: 'none' | 'bookings' | 'bookings-and-customers';
  /** Whether photos and copies of the records are in an object storage. */
  readonly storage: boolean;
}

/** Facts about the business that every page shows and the owner can configure. */
export interface Site {
  readonly name: string;
  readonly legal: Legal;
  readonly email: string;
  /** Null when the owner shows none. */
  readonly phone: string | null;
  /** Addresses of the business's profiles on other sites. */
  readonly profiles: readonly string[];
  /** The site's own origin, without a trailing slash. */
  readonly origin: string;
  /** False while payments are only simulated; pages that lead to a payment must say so. */
  readonly takesRealMoney: boolean;
  /** Whether this is a staging site: every page says that it is a trial. */
  readonly isStaging: boolean;
  /** IANA name of the business time zone, which all dates and hours are in. */
  readonly timeZone: string;
  /** The outside services that get data from this site, for the privacy notice. */
  readonly connected: Connected;
  /** The tag manager, with what this visitor has said to it; null when none is set. */
  readonly tagManager: TagManager | null;
}
