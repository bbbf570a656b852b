import type { Notice } from '#shared/account/account.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { formTokenIn } from '#shared/account/form-token.ts';

/** Name of the hidden field with the name of the posted form. */
export const FORM_FIELD = 'form';

/** Whether a field is only for plain posts: the name of the form, or the page to return to. */
export function isOnlyForPosts(name: string): boolean {
  return name === FORM_FIELD || name === 'reset' || formTokenIn(name) !== null;
}

/** The result of a form that was posted without script, for its page. */
export interface Posted {
  readonly form: string;
  readonly refusal: string | null;
  readonly notice: Notice | null;
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before the next attempt, if known. */
  readonly retryAfter?: number;
  /** The typed values, without passwords. */
  readonly values: Readonly<Record<string, string>>;
}

export function postedOf(flash: Flash | null): Posted | null {
  if (!flash) return null;
  const values = Object.fromEntries(Object.entries(flash.values).map(([name, [value = '']]) => [name, value]));
  const { refusal, fields, notice = null, retryAfter } = flash;
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { form: values[FORM_FIELD] ?? '', refusal, notice, fields, values, ...wait };
}
