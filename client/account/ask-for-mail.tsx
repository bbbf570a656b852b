import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { textLinkClass, TextLink } from '../components/page.tsx';
import { AuthCard } from './auth-card.tsx';
import { FORM_FIELD, isOnlyForPosts, postedOf } from './forms/failure.tsx';
import { type AccountFormState, AccountForm, useAccountForm } from './forms/account-form.tsx';
import { PostForm } from '../shell/action-form.tsx';
import { readQuery } from '../shell/query/query-client.ts';
import type { RouterContext } from '../shell/router-context.ts';
import { EmailField } from '../components/fields/inputs.tsx';
import { EmailOrCall, Notice } from '../components/notices/notice.tsx';

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

const MAILS = {
  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'Enter the email address you signed up with. We’ll send you a link to choose a new password.',
    button: 'Send the link',
    autoComplete: 'username',
    asksSignIn: 'Remember it?',
    sent: (whom: ReactNode) => (
      <span>
        If there’s an account for <span>{whom}</span>, we’ve emailed it a link to choose a new password. The link works
        for one hour.
      </span>
    ),
  },
  sendLinks: {
    title: 'Lost the link to your visit?',
    lead: 'Enter the email address you booked with. We’ll send the links to all your visits there.',
    button: 'Send my links',
    autoComplete: 'email',
    asksSignIn: 'Booked with an account?',
    sent: (whom: ReactNode) => (
      <span>
        If a visit was booked with <span>{whom}</span>, we’ve emailed its link there. A newer link replaces an older
        one, so use the newest email.
      </span>
    ),
  },
} as const;

/** The loader of a page with `AskForMail`. */
export async function loadMailPage({ context: { queryClient, rpc, flash } }: { readonly context: RouterContext }) {
  return {
    status: await queryClient.fetchQuery(readQuery(rpc, 'emailStatus', undefined)),
    posted: postedOf(flash),
  };
}

interface Parts extends Awaited<ReturnType<typeof loadMailPage>> {
  readonly command: keyof typeof MAILS;
  readonly email?: string | undefined;
}

export function AskForMail({ command, posted, status, email = '' }: Parts) {
  const { title, lead, button, autoComplete, asksSignIn, sent } = MAILS[command];
  const form = useAccountForm(command, { posted, initial: { email } });
  if (form.sent) return <CheckMail form={form}>{sent}</CheckMail>;
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
