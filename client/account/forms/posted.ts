import type { Notice } from '#shared/account.ts';
import type { Flash } from '#shared/flash.ts';
import { isAddedField } from '../../shell/post-form.tsx';

/** The hidden field by which a post says which of a page's forms it was. */
export const FORM_FIELD = 'form';

/** Whether only a plain post needs a field: it says which form was posted, or where to come back to. */
export function isOnlyForPosts(name: string): boolean {
  return name === FORM_FIELD || name === 'reset' || isAddedField(name);
}

/** What a form that was posted without script left for its page. */
export interface Posted {
  readonly form: string;
  readonly refusal: string | null;
  readonly notice: Notice | null;
  /** What is wrong with which field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before the next try, when that is known. */
  readonly retryAfter?: number;
  /** What was typed; never a password. */
  readonly values: Readonly<Record<string, string>>;
}

export function postedOf(flash: Flash | null): Posted | null {
  if (!flash) return null;
  const values = Object.fromEntries(Object.entries(flash.values).map(([name, [value = '']]) => [name, value]));
  const { refusal, fields, notice = null, retryAfter } = flash;
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { form: values[FORM_FIELD] ?? '', refusal, notice, fields, values, ...wait };
}
