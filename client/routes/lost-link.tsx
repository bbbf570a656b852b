import { createFileRoute } from '@tanstack/react-router';
import { AccountForm } from '../account/forms/account-form.tsx';
import { AuthCard, AuthSkeleton } from '../account/auth-card.tsx';
import { CheckMail } from '../account/check-mail.tsx';
import { NoMail } from '../account/no-mail.tsx';
import { postedOf } from '../account/forms/posted.ts';
import { useAccountForm } from '../account/forms/use-account-form.ts';
import { EmailField } from '../components/fields/email-field.tsx';
import { TextLink } from '../components/text-link.tsx';
import { pageHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/read-query.ts';

export const Route = createFileRoute('/lost-link')({
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    status: await queryClient.fetchQuery(readQuery(rpc, 'emailStatus', undefined)),
    posted: postedOf(flash),
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/lost-link',
      title: 'Lost the link to your visit?',
      description: 'Have the links to your visits emailed to you again.',
      isIndexed: false,
    }),
  pendingComponent: AuthSkeleton,
  component: LostLink,
});

function LostLink() {
  const { status, posted } = Route.useLoaderData();
  const form = useAccountForm('sendLinks', { posted, initial: { email: '' } });
  if (form.sent) {
    return (
      <CheckMail form={form}>
        {(whom) => (
          <span>
            If a visit was booked with <span>{whom}</span>, we’ve emailed its link there. A newer link replaces an older
            one, so use the newest email.
          </span>
        )}
      </CheckMail>
    );
  }
  return (
    <AuthCard
      title="Lost the link to your visit?"
      lead="Enter the email address you booked with. We’ll send the links to all your visits there."
      foot={
        <p>
          Booked with an account? <TextLink to="/login">Sign in</TextLink>
        </p>
      }
    >
      {status.canSend ? null : <NoMail status={status} />}
      <AccountForm form={form} button="Send my links">
        <EmailField {...form.field('email')} autoComplete="email" />
      </AccountForm>
    </AuthCard>
  );
}
