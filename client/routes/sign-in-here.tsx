import { createFileRoute } from '@tanstack/react-router';
import { AccountForm } from '../account/forms/account-form.tsx';
import { AuthCard, AuthSkeleton } from '../account/auth-card.tsx';
import { readTokenSearch, type TokenSearch } from '../account/auth-search.ts';
import { EndedLink } from '../account/ended-link.tsx';
import { type Posted, postedOf } from '../account/forms/posted.ts';
import { secretHeaders } from '../account/secret-address.ts';
import { useAccountForm } from '../account/forms/use-account-form.ts';
import { pageHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/read-query.ts';

export const Route = createFileRoute('/sign-in-here')({
  validateSearch: (raw: Record<string, unknown>): TokenSearch => readTokenSearch(raw),
  loader: async ({ context: { queryClient, rpc, flash }, location }) => {
    const { token } = readTokenSearch(location.search);
    const email =
      token === undefined ? null : (await queryClient.fetchQuery(readQuery(rpc, 'browserLink', { token }))).email;
    return { token: token ?? '', email, posted: postedOf(flash) };
  },
  // The script has removed the token from the address by then.
  shouldReload: false,
  headers: () => secretHeaders,
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/sign-in-here',
      title: 'Let this browser sign in',
      description: 'Sign in with a new browser while someone is guessing your password.',
      isIndexed: false,
    }),
  pendingComponent: AuthSkeleton,
  component: SignInHere,
});

function SignInHere() {
  const { token, email, posted } = Route.useLoaderData();
  return email === null ? (
    <EndedLink lead="It’s been used, it’s more than an hour old, or part of it is missing. Try signing in: if you used the link in this browser, or the guessing has stopped, your password works. If not, choose a new one: the link we email you for that lets you in, too." />
  ) : (
    <LetIn token={token} email={email} posted={posted} />
  );
}

interface Parts {
  readonly token: string;
  /** The email address of the account that will trust this browser. */
  readonly email: string;
  readonly posted: Posted | null;
}

function LetIn({ token, email, posted }: Parts) {
  const form = useAccountForm('makeBrowserKnown', { posted });
  return (
    <AuthCard
      title="Let this browser sign in"
      lead={
        <span>
          Someone is guessing the password for <strong className="wrap-anywhere text-ink">{email}</strong>, so right now
          it works only in browsers we know. Press the button and we’ll know this one, too. Then sign in with your own
          password.
        </span>
      }
      foot={<p>Didn&rsquo;t try to sign in? Close this page. Nothing changes.</p>}
    >
      <AccountForm form={form} button="Let this browser sign in">
        <input type="hidden" name="token" value={token} />
      </AccountForm>
    </AuthCard>
  );
}
