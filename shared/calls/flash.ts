import type { Notice } from '../account/notices.ts';
import type { PriceChange } from './refusals.ts';
import type { Slot } from '../booking/availability.ts';

/** In the sign-in form: an encrypted form that was posted after its session had ended. */
export const CARRIED_FIELD = 'carried';

/** What the page after a form shows: the refusal and everything typed, or one notice. */
export interface Flash {
  readonly page: string;
  readonly refusal: string | null;
  readonly notice?: Notice;
  readonly whom?: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly nearest: readonly Slot[];
  readonly price?: PriceChange;
  readonly values: Readonly<Record<string, readonly string[]>>;
}
