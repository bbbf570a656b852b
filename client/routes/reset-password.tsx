import { createFileRoute } from '@tanstack/react-router';
import { AccountForm, useAccountForm, NewPasswordField, PasswordOf } from '../account/forms/account-form.tsx';
import { AuthCard, AuthSkeleton, readTokenSearch } from '../account/auth-card.tsx';
import { type Posted, postedOf } from '../account/forms/failure.tsx';
import { secretHeaders } from '../account/secret-address.ts';
import { ButtonLink, PrimaryLink } from '../components/page.tsx';
import { unlistedHead } from '../shell/page-head.ts';
import { sessionQuery } from '../shell/session.ts';
import { readQuery } from '../shell/query/query-client.ts';

export const Route = createFileRoute('/reset-password')({
  validateSearch: readTokenSearch,
  loader: async ({ context: { queryClient, rpc, flash }, location }) => {
    const { token } = readTokenSearch(location.search);
    const email =
      token === undefined ? null : (await queryClient.fetchQuery(readQuery(rpc, 'resetLink', { token }))).email;
    const { user } = await queryClient.fetchQuery(sessionQuery(rpc));
    return { token: token ?? null, email, isSignedIn: user !== null, posted: postedOf(flash) };
  },
  // The script has removed the token from the address by then.
  shouldReload: false,
  headers: () => secretHeaders,
  head: unlistedHead('/reset-password', 'Choose a new password', 'Choose a new password for your account.'),
  pendingComponent: AuthSkeleton,
  component: ResetPassword,
});

function ResetPassword() {
  const { token, email, isSignedIn, posted } = Route.useLoaderData();
  const used = isSignedIn
    ? 'If you’ve used the link, your new password is set, and you’re signed in.'
    : 'If you’ve used the link, sign in with your new password.';
  if (token === null || email === null) {
    const words =
      token === null
        ? {
            title: 'Reset token is required',
            lead: `It’s in the link that we emailed you. ${used} If not, open it again, or ask for a new one.`,
          }
        : {
            title: 'This link no longer works',
            lead: `It’s been used, or it’s more than an hour old. ${used} If not, ask for a new one.`,
          };
    return (
      <AuthCard {...words}>
        <p className="flex flex-wrap gap-3">
          <PrimaryLink to="/forgot-password">Ask for a new link</PrimaryLink>
          <ButtonLink to={isSignedIn ? '/app' : '/login'}>{isSignedIn ? 'Go to your account' : 'Sign in'}</ButtonLink>
        </p>
      </AuthCard>
    );
  }
  return <NewPassword token={token} email={email} posted={posted} />;
}

function NewPassword({ token, email, posted }: { token: string; email: string; posted: Posted | null }) {
  const form = useAccountForm('resetPassword', { posted });
  return (
    <AuthCard
      title="Choose a new password"
      lead={
        <span>
          For <strong className="wrap-anywhere text-ink">{email}</strong>. Saving it signs you in here and signs you out
          everywhere else.
        </span>
      }
    >
      <AccountForm form={form} button="Save and sign in" fields={{ token }}>
        <PasswordOf email={email} />
        <NewPasswordField form={form} />
      </AccountForm>
    </AuthCard>
  );
}
