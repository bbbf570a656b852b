import type { ReactNode } from 'react';
import type { EmailStatus } from '#shared/account/account.ts';
import { EmailField } from '../components/fields/text-field.tsx';
import { EmailOrCall } from '../components/notices/email-or-call.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { TextLink } from '../components/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { CheckMail } from './check-mail.tsx';
import { AccountForm, useAccountForm } from './forms/account-form.tsx';
import type { Posted } from './forms/failure.tsx';

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
