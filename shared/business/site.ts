import type { Prices } from '../booking/prices.ts';
import type { Legal } from './legal.ts';
import type { TagManager } from '../measuring/consent.ts';

/** Services that receive customers' data. */
export interface Connected {
  readonly stripe: boolean;
  readonly resend: boolean;
  readonly svix: 'none' | 'bookings' | 'bookings-and-customers';
  readonly storage: boolean;
}

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
  readonly prices: Prices;
  /** IANA name, for all dates and hours. */
  readonly timeZone: string;
  readonly connected: Connected;
  readonly tagManager: TagManager | null;
}
