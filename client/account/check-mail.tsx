import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { textLinkClass } from '../components/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { FORM_FIELD, isOnlyForPosts } from './forms/posted.ts';
import type { AccountForm } from './forms/use-account-form.ts';
import { PostForm } from '../shell/post-form.tsx';

interface Parts {
  /** The form that was submitted. */
  readonly form: AccountForm;
  /** Renders what happens next with the mail; gets the mail address. */
  readonly children: (whom: ReactNode) => ReactNode;
}

/** Shown after a form that is answered by mail. The text is the same for every address. */
export function CheckMail({ form, children }: Parts) {
  const ref = useRef<HTMLDivElement>(null);
  const email = form.sent?.['email'];
  // It has just replaced the form, so it takes the focus.
  const isFresh = form.said !== null;
  useEffect(() => {
    if (isFresh) ref.current?.focus();
  }, [isFresh]);

  const texts = Object.entries(form.sent ?? {}).filter(([name]) => !isOnlyForPosts(name));

  function again(event: SubmitEvent) {
    event.preventDefault();
    form.again();
  }

  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <AuthCard
        title="Check your email"
        foot={
          // Posted without script, so that typed values are kept.
          <PostForm call={form.command} onSubmit={again} className="text-sm text-pencil">
            <input type="hidden" name={FORM_FIELD} value={form.command} />
            {texts.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
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
