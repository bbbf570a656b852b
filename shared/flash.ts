import type { Notice } from './account.ts';
import type { Slot } from './availability.ts';

/** What a form that was posted without script left for the page that follows: what went wrong, and all that was typed. */
export interface Flash {
  /** The path of the page it is for. */
  readonly page: string;
  /** Null when nothing went wrong and the form only asked to see something else. */
  readonly refusal: string | null;
  /** What the form did, when it did something that is to be said. */
  readonly notice?: Notice;
  /** The name or the address of whoever it was done to, when that is somebody else. */
  readonly whom?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds, from when it was left, before which trying again is no use. */
  readonly retryAfter?: number;
  readonly nearest: readonly Slot[];
  /** Field names to typed values, in the order of the form. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}
