import type { Notice } from '../account/account.ts';
import type { PriceChange } from './refusals.ts';
import type { Slot } from '../booking/availability.ts';

/** The field of the sign-in form that has, encrypted, a form which was posted after its session had ended. */
export const CARRIED_FIELD = 'carried';

/** What the page that answers a form posted without script shows: what went wrong, and everything typed. Or one notice for the next page. */
export interface Flash {
  /** Path of the page that shows it. */
  readonly page: string;
  /** Null when nothing went wrong and the form only asked to see something else. */
  readonly refusal: string | null;
  /** The notice of a successful form, if it has one. */
  readonly notice?: Notice;
  /** The name or address of the account concerned, when it is not the caller's. */
  readonly whom?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds, counted from the response, before which trying again fails. */
  readonly retryAfter?: number;
  readonly nearest: readonly Slot[];
  readonly price?: PriceChange;
  /** Typed values by field name, in the order of the form. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}
