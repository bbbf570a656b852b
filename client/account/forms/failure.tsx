import type { Notice as NoticeName } from '#shared/account/notices.ts';
import { formTokenIn } from '#shared/account/form-token.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { UNREACHABLE_ACCOUNT, wordAccountRefusal } from '../../wording/account-refusals.ts';
import type { Wording } from '../../wording/wording.ts';
import { useLocation } from '@tanstack/react-router';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { signInPath } from '#shared/account/account.ts';
import { Notice } from '../../components/notices/notice.tsx';

export const FORM_FIELD = 'form';

/** The name of the form, or the page to return to. */
export function isOnlyForPosts(name: string): boolean {
  return name === FORM_FIELD || name === 'reset' || formTokenIn(name) !== null;
}

/** A form that was posted without script, for its page. */
export interface Posted {
  readonly form: string;
  readonly refusal: string | null;
  readonly notice: NoticeName | null;
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

interface Parts {
  readonly failure: AccountFailure | null;
  readonly id: string;
  readonly autoFocus?: boolean;
}

/** The sign-in link opens another tab, so that this page keeps the typed values. */
export function FailureNotice({ failure, ...place }: Parts) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!failure?.wording) return null;
  // Pages outside `/app` were opened by a mailed link whose token has left the URL: signing in can't lead back to them.
  const signIn = path.startsWith('/app') ? signInPath('not-signed-in', path) : '/login';
  return (
    <Notice
      tone="danger"
      title={failure.wording.title}
      text={failure.wording.text}
      role="alert"
      tabIndex={-1}
      {...place}
    >
      {failure.asksSignIn ? (
        <p className="mt-2">
          <a
            href={signIn}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            Sign in, in a new tab
          </a>
        </p>
      ) : null}
    </Notice>
  );
}

/** For refused plain posts, except those of forms that say it themselves. */
export function PostedRefusal({ posted, except }: { posted: Posted | null; except?: readonly AccountCommand[] }) {
  if (posted === null || except?.some((form) => form === posted.form)) return null;
  const wording = failureOfPosted(posted)?.wording;
  if (!wording) return null;
  return (
    <div className="mb-8">
      <Notice tone="danger" title={wording.title} text={wording.text} role="alert" />
    </div>
  );
}
