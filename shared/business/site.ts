import type { Prices } from '../booking/prices.ts';
import type { Legal } from './legal.ts';
import type { TagManager } from '../measuring/consent.ts';

/** They get customers' data. */
export interface Connected {
  readonly stripe: boolean;
  readonly resend: boolean;
  /** Whether Svix also gets who the customer is. */
  readonly svix: 'none' | 'bookings' | 'bookings-and-customers';
  /** Photos and copies of the records are in an object storage. */
  readonly storage: boolean;
}

/** That every page shows and the owner can configure. */
export interface Site {
  readonly name: string;
  readonly legal: Legal;
  readonly email: string;
  readonly phone: string | null;
  readonly profiles: readonly string[];
  readonly origin: string;
  /** If false, pages that lead to a payment must say so. */
  readonly takesRealMoney: boolean;
  readonly isStaging: boolean;
  /** Today's, in cents. */
  readonly prices: Prices;
  /** All dates and hours are in this zone (IANA name). */
  readonly timeZone: string;
  /** For the privacy notice. */
  readonly connected: Connected;
  /** With what this visitor has said to it. */
  readonly tagManager: TagManager | null;
}
