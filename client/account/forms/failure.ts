import type { Notice } from '#shared/account/account.ts';
import { formTokenIn } from '#shared/account/form-token.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { UNREACHABLE_ACCOUNT, wordAccountRefusal } from '../../wording/account-refusals.ts';
import type { Wording } from '../../wording/wording.ts';

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

/** Why a form was refused, in words for the user. */
export interface AccountFailure {
  /** Null if the messages at the fields say everything. */
  readonly wording: Wording | null;
  /** Error messages by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether signing in solves it. */
  readonly asksSignIn?: true;
}

/** Fields that are hidden, or no single control: the error of one is shown above the form. */
const HIDDEN = new Set([
  'token',
  'redirect',
  'id',
  'account',
  'role',
  'isDisabled',
  'eventId',
  'date',
  'claim',
  'newDate',
  'newClaim',
  'payment',
  'failure',
  'item',
  'reason',
  'first',
  'last',
  'units',
  'onlyFree',
  'refunds',
  '',
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

/** Removes the error of a field that the visitor is correcting; null if no error is left. */
export function withoutField(failure: AccountFailure | null, name: string): AccountFailure | null {
  if (!failure || failure.fields[name] === undefined) return failure;
  const { [name]: _fixed, ...fields } = failure.fields;
  return failure.wording || Object.keys(fields).length > 0 ? { ...failure, fields } : null;
}
