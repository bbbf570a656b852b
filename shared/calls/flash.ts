import type { Notice } from '../account/account.ts';
import type { PriceChange } from './refusals.ts';
import type { Slot } from '../booking/availability.ts';

/** Of the sign-in form: a form, encrypted, that was posted after its session had ended. */
export const CARRIED_FIELD = 'carried';

/** What the page that answers a form shows: what went wrong, and everything typed. Or one notice for the next page. */
export interface Flash {
  readonly page: string;
  /** Null when the form only asked to see something else. */
  readonly refusal: string | null;
  readonly notice?: Notice;
  /** The account concerned, when it is not the caller's. */
  readonly whom?: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly nearest: readonly Slot[];
  readonly price?: PriceChange;
  readonly values: Readonly<Record<string, readonly string[]>>;
}
