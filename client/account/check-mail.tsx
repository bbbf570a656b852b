import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { TextLink } from '../components/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import type { AccountForm } from './use-account-form.ts';

interface Parts {
  /** What was sent. */
  readonly form: AccountForm;
  /** Where the form stands. */
  readonly page: '/register' | '/forgot-password';
  /** What becomes of the mail, given whom it is for. */
  readonly children: (whom: ReactNode) => ReactNode;
}

/** After a form that is answered by mail. It says the same for every address. */
export function CheckMail({ form, page, children }: Parts) {
  const ref = useRef<HTMLDivElement>(null);
  const email = form.sent?.['email'];
  // It took the form's place just now: then it takes the focus, too.
  const isFresh = form.notice !== null;
  useEffect(() => {
    if (isFresh) ref.current?.focus();
  }, [isFresh]);

  function again(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    form.again();
  }

  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <AuthCard
        title="Check your mail"
        foot={
          <p className="text-sm text-pencil">
            Nothing there after a few minutes? Look into the spam folder, or{' '}
            <TextLink to={page} reloadDocument onClick={again}>
              send the form again
            </TextLink>
            .
          </p>
        }
      >
        <p>{children(email ? <strong className="wrap-anywhere">{email}</strong> : 'you')}</p>
      </AuthCard>
    </div>
  );
}
