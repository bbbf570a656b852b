import { createFileRoute } from '@tanstack/react-router';
import { PASSWORD_HINT } from '#shared/password.ts';
import { AccountForm } from '../account/account-form.tsx';
import { AuthCard, AuthSkeleton } from '../account/auth-card.tsx';
import { AuthError } from '../account/auth-error.tsx';
import { type EmailSearch, readEmailSearch } from '../account/auth-search.ts';
import { CheckMail } from '../account/check-mail.tsx';
import { postedOf } from '../account/posted.ts';
import { useAccountForm } from '../account/use-account-form.ts';
import { EmailField } from '../components/email-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { TextLink } from '../components/text-link.tsx';
import { pageHead } from '../page-head.ts';
import { read } from '../query/read.ts';

export const Route = createFileRoute('/register')({
  validateSearch: (raw: Record<string, unknown>): EmailSearch => readEmailSearch(raw),
  loader: async ({ context: { rpc, flash }, abortController: { signal } }) => ({
    first: await read((leave) => rpc.firstUser(undefined, { signal: leave }), signal),
    posted: postedOf(flash),
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/register',
      title: 'Make an account',
      description: 'Make an account to see your visits in one place.',
      isIndexed: false,
    }),
  pendingComponent: AuthSkeleton,
  errorComponent: (props) => (
    <AuthError {...props} title="We could not get the form">
      The page for new accounts did not load. The fault is on our side: try again in a moment. You can book without an
      account, too.
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
        {(whom) => <>An email is on its way to {whom}. It says how to go on, and its link works for 24 hours.</>}
      </CheckMail>
    );
  }
  return (
    <AuthCard
      title={first.isFirst ? 'Make the owner’s account' : 'Make an account'}
      lead={
        first.isFirst
          ? 'Nobody has an account here yet. The first one becomes the owner’s: it looks after the site and everyone else’s accounts.'
          : 'Your visits in one place. You can book without an account, too.'
      }
      foot={
        <p>
          Have one already? <TextLink to="/login">Sign in</TextLink>
        </p>
      }
    >
      <AccountForm form={form} button={first.isFirst ? 'Make the owner’s account' : 'Make the account'}>
        {first.asksSetupToken ? (
          <TextField
            {...form.field('setupToken')}
            label="Setup token"
            hint="Whoever set the site up has it: it is SETUP_TOKEN in the configuration."
            type="password"
            autoComplete="off"
            spellCheck={false}
          />
        ) : null}
        <TextField {...form.field('name')} label="Name" autoComplete="name" />
        <EmailField
          {...form.field('email')}
          hint={first.isFirst ? undefined : 'We send you a link to confirm it.'}
          autoComplete="username"
        />
        <TextField
          {...form.field('password')}
          label="Password"
          hint={PASSWORD_HINT}
          type="password"
          autoComplete="new-password"
        />
      </AccountForm>
    </AuthCard>
  );
}
