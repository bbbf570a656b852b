import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { textLinkClass } from '../components/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { FORM_FIELD, isOnlyForPosts } from './forms/failure.tsx';
import type { AccountFormState } from './forms/account-form.tsx';
import { PostForm } from '../shell/action-form.tsx';

/** Shown after a form that sends mail, with the same text for every address. */
export function CheckMail({ form, children }: { form: AccountFormState; children: (whom: ReactNode) => ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const email = form.sent?.['email'];
  // It has just replaced the form, so it takes the focus.
  const isFresh = form.said !== null;
  useEffect(() => {
    if (isFresh) ref.current?.focus();
  }, [isFresh]);

  const texts = Object.entries(form.sent ?? {}).filter(([name]) => !isOnlyForPosts(name));
  const fields = { [FORM_FIELD]: form.call, ...Object.fromEntries(texts) };

  function again(event: SubmitEvent) {
    event.preventDefault();
    form.showAgain();
  }

  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <AuthCard
        title="Check your email"
        foot={
          // Posted without script, so that typed values are kept.
          <PostForm call={form.call} fields={fields} onSubmit={again} className="text-sm text-pencil">
            <p>
              Nothing after a few minutes? Check your spam folder, or{' '}
              <button name="show" value="form" className={`cursor-pointer ${textLinkClass}`}>
                go back and try again
              </button>
              .
            </p>
          </PostForm>
        }
      >
        <p>{children(email ? <strong className="wrap-anywhere">{email}</strong> : 'you')}</p>
      </AuthCard>
    </div>
  );
}
