import { useLocation } from '@tanstack/react-router';
import type { AccountCommand } from '#shared/account/account-fields.ts';
import { signInPath } from '#shared/account/page-access.ts';
import { Notice } from '../../components/notices/notice.tsx';
import { Worded } from '../../components/notices/worded.tsx';
import { type AccountFailure, type Posted, failureOfPosted } from './failure.ts';

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
    <Notice tone="danger" title={failure.wording.title} role="alert" tabIndex={-1} {...place}>
      <p>
        <Worded text={failure.wording.text} />
      </p>
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
export function PostedRefusal({ posted, except = [] }: { posted: Posted | null; except?: readonly AccountCommand[] }) {
  if (posted === null || except.some((form) => form === posted.form)) return null;
  const wording = failureOfPosted(posted)?.wording;
  if (!wording) return null;
  return (
    <div className="mb-8">
      <Notice tone="danger" title={wording.title} role="alert">
        <p>
          <Worded text={wording.text} />
        </p>
      </Notice>
    </div>
  );
}
