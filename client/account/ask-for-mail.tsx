import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { textLinkClass, TextLink } from '../components/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { FORM_FIELD, isOnlyForPosts, type Posted } from './forms/failure.tsx';
import { type AccountFormState, AccountForm, useAccountForm } from './forms/account-form.tsx';
import { PostForm } from '../shell/action-form.tsx';
import type { EmailStatus } from '#shared/account/account.ts';
import { EmailField } from '../components/fields/text-field.tsx';
import { EmailOrCall } from '../components/notices/email-or-call.tsx';
import { Notice } from '../components/notices/notice.tsx';

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

interface Parts {
  readonly command: 'forgotPassword' | 'sendLinks';
  readonly posted: Posted | null;
  readonly status: EmailStatus;
  readonly email?: string | undefined;
  readonly title: string;
  readonly lead: string;
  readonly button: string;
  readonly autoComplete: 'email' | 'username';
  readonly asksSignIn: string;
  /** Says what was sent to the address. */
  readonly children: (whom: ReactNode) => ReactNode;
}

export function AskForMail(parts: Parts) {
  const { command, posted, status, email = '', title, lead, button, autoComplete, asksSignIn, children } = parts;
  const form = useAccountForm(command, { posted, initial: { email } });
  if (form.sent) return <CheckMail form={form}>{children}</CheckMail>;
  return (
    <AuthCard
      title={title}
      lead={lead}
      foot={
        <p>
          <span>{asksSignIn}</span> <TextLink to="/login">Sign in</TextLink>
        </p>
      }
    >
      {status.canSend ? null : (
        <Notice tone="caution" title="Our email isn’t going out right now">
          <p>
            It’s our fault. You can still ask for the link: we’ll send it as soon as email works again. Can’t wait?{' '}
            <EmailOrCall site={status} verb="Email" />.
          </p>
        </Notice>
      )}
      <AccountForm form={form} button={button}>
        <EmailField {...form.field('email')} autoComplete={autoComplete} />
      </AccountForm>
    </AuthCard>
  );
}
