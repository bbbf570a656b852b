import { createFileRoute } from '@tanstack/react-router';
import { NewPasswordField, AccountForm, useAccountForm } from '../account/forms/account-form.tsx';
import { AuthCard, AuthError, AuthSkeleton, readEmailSearch } from '../account/auth-card.tsx';
import { CheckMail } from '../account/ask-for-mail.tsx';
import { postedOf } from '../account/forms/failure.tsx';
import { EmailField, TextField } from '../components/fields/inputs.tsx';
import { TextLink } from '../components/page.tsx';
import { unlistedHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/query-client.ts';

export const Route = createFileRoute('/register')({
  validateSearch: readEmailSearch,
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    first: await queryClient.fetchQuery(readQuery(rpc, 'firstUser', undefined)),
    posted: postedOf(flash),
  }),
  head: unlistedHead('/register', 'Create an account', 'Create an account to see your visits in one place.'),
  pendingComponent: AuthSkeleton,
  errorComponent: (props) => (
    <AuthError {...props} title="The sign-up page didn’t load">
      It’s our fault. Try again in a moment. You can also book without an account.
    </AuthError>
  ),
  component: Register,
});

function Register() {
  const { first, posted } = Route.useLoaderData();
  const { email } = readEmailSearch({ ...Route.useSearch() });
  const form = useAccountForm('register', { posted, initial: { email: email ?? '' } });
  if (form.sent) {
    return (
      <CheckMail form={form}>
        {(whom) => (
          <span>
            We’ve sent an email to <span>{whom}</span>. Open its link within 24 hours.
          </span>
        )}
      </CheckMail>
    );
  }
  return (
    <AuthCard
      title={first.isFirst ? 'Create the owner’s account' : 'Create an account'}
      lead={
        first.isFirst
          ? 'No one has an account here yet. The first one is the owner’s: it runs the site and manages everyone else’s accounts.'
          : 'See your visits in one place. You can also book without an account.'
      }
      foot={
        <p>
          Already have one? <TextLink to="/login">Sign in</TextLink>
        </p>
      }
    >
      <AccountForm form={form} button={first.isFirst ? 'Create the owner’s account' : 'Create account'}>
        {first.asksSetupToken ? (
          <TextField
            {...form.field('setupToken')}
            label="Setup token"
            hint="Ask the person who set up the site. It’s SETUP_TOKEN in the configuration."
            type="password"
            autoComplete="off"
            spellCheck={false}
          />
        ) : null}
        <TextField {...form.field('name')} label="Name" autoComplete="name" />
        <EmailField
          {...form.field('email')}
          hint={first.isFirst ? undefined : 'We’ll email you a link to confirm it.'}
          autoComplete="username"
        />
        <NewPasswordField form={form} label="Password" />
      </AccountForm>
    </AuthCard>
  );
}
