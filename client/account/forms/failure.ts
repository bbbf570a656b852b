import type { Notice } from '#shared/account/account.ts';
import { formTokenIn } from '#shared/account/form-token.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { UNREACHABLE_ACCOUNT, wordAccountRefusal } from '../../wording/account-refusals.ts';
import type { Wording } from '../../wording/wording.ts';

export const FORM_FIELD = 'form';

/** The name of the form, or the page to return to. */
export function isOnlyForPosts(name: string): boolean {
  return name === FORM_FIELD || name === 'reset' || formTokenIn(name) !== null;
}

/** A form that was posted without script, for its page. */
export interface Posted {
  readonly form: string;
  readonly refusal: string | null;
  readonly notice: Notice | null;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Without passwords. */
  readonly values: Readonly<Record<string, string>>;
}

export function postedOf(flash: Flash | null): Posted | null {
  if (!flash) return null;
  const values = Object.fromEntries(Object.entries(flash.values).map(([name, [value = '']]) => [name, value]));
  const { refusal, fields, notice = null, retryAfter } = flash;
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { form: values[FORM_FIELD] ?? '', refusal, notice, fields, values, ...wait };
}

export interface AccountFailure {
  /** Null if the messages at the fields are enough. */
  readonly wording: Wording | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly asksSignIn?: true;
}

/** Hidden fields, or no single control: their errors are above the form. */
const HIDDEN = new Set([
  '',
  ...'token redirect id account role isDisabled eventId date claim newDate newClaim payment failure'.split(' '),
  ...'item reason first last units onlyFree refunds'.split(' '),
]);

export function invalid(fields: Readonly<Record<string, string>>): AccountFailure {
  const hidden = Object.entries(fields).find(([name]) => HIDDEN.has(name));
  const shown = Object.fromEntries(Object.entries(fields).filter(([name]) => !HIDDEN.has(name)));
  if (hidden) return { wording: { ...wordAccountRefusal('invalid'), text: hidden[1] }, fields: shown };
  return { wording: Object.keys(shown).length > 0 ? null : wordAccountRefusal('invalid'), fields: shown };
}

type Refused = Pick<Posted, 'refusal' | 'fields'> & { readonly retryAfter?: number | undefined };

function refused({ refusal, fields, retryAfter }: Refused): AccountFailure {
  if (refusal === 'invalid') return invalid(fields);
  const wording = wordAccountRefusal(refusal ?? 'fault', retryAfter);
  return { wording, fields, ...(refusal === 'not-signed-in' && { asksSignIn: true }) };
}

export function failureOf(error: unknown): AccountFailure {
  if (!(error instanceof RpcError)) return { wording: UNREACHABLE_ACCOUNT, fields: {} };
  return refused(error);
}

export function failureOfPosted(posted: Posted | null): AccountFailure | null {
  return posted === null || posted.refusal === null ? null : refused(posted);
}

/** For a field that the visitor is correcting; null if no error is left. */
export function withoutField(failure: AccountFailure | null, name: string): AccountFailure | null {
  if (!failure || failure.fields[name] === undefined) return failure;
  const { [name]: _fixed, ...fields } = failure.fields;
  return failure.wording || Object.keys(fields).length > 0 ? { ...failure, fields } : null;
}
