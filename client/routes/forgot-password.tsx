import { createFileRoute } from '@tanstack/react-router';
import { AccountForm } from '../account/forms/account-form.tsx';
import { AuthCard, AuthSkeleton } from '../account/auth-card.tsx';
import { type EmailSearch, readEmailSearch } from '../account/auth-search.ts';
import { CheckMail } from '../account/check-mail.tsx';
import { NoMail } from '../account/no-mail.tsx';
import { postedOf } from '../account/forms/posted.ts';
import { useAccountForm } from '../account/forms/use-account-form.ts';
import { EmailField } from '../components/fields/email-field.tsx';
import { TextLink } from '../components/text-link.tsx';
import { pageHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/read-query.ts';

export const Route = createFileRoute('/forgot-password')({
  validateSearch: (raw: Record<string, unknown>): EmailSearch => readEmailSearch(raw),
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    status: await queryClient.fetchQuery(readQuery(rpc, 'emailStatus', undefined)),
    posted: postedOf(flash),
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/forgot-password',
      title: 'Forgot your password?',
      description: 'Get a link by email to choose a new password.',
      isIndexed: false,
    }),
  pendingComponent: AuthSkeleton,
  component: ForgotPassword,
});

function ForgotPassword() {
  const { status, posted } = Route.useLoaderData();
  const { email } = readEmailSearch({ ...Route.useSearch() });
  const form = useAccountForm('forgotPassword', { posted, initial: { email: email ?? '' } });
  if (form.sent) {
    return (
      <CheckMail form={form}>
        {(whom) => (
          <span>
            If there’s an account for <span>{whom}</span>, we’ve emailed it a link to choose a new password. The link
            works for one hour.
          </span>
        )}
      </CheckMail>
    );
  }
  return (
    <AuthCard
      title="Forgot your password?"
      lead="Enter the email address you signed up with. We’ll send you a link to choose a new password."
      foot={
        <p>
          Remember it? <TextLink to="/login">Sign in</TextLink>
        </p>
      }
    >
      {status.canSend ? null : <NoMail status={status} />}
      <AccountForm form={form} button="Send the link">
        <EmailField {...form.field('email')} autoComplete="username" />
      </AccountForm>
    </AuthCard>
  );
}
