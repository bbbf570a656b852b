import { createFileRoute, redirect } from '@tanstack/react-router';
import { accessAskedBy, turnAway, HOME, safeRedirect, type SessionUser } from '#shared/account/account.ts';
import { CARRIED_FIELD } from '#shared/calls/flash.ts';
import { AccountForm, useAccountForm, PasswordField } from '../account/forms/account-form.tsx';
import { AuthCard, AuthError, AuthSkeleton, readLoginSearch } from '../account/auth-card.tsx';
import { CommandButton } from '../account/forms/commands.tsx';
import { type Posted, failureOfPosted, postedOf } from '../account/forms/failure.tsx';
import { sessionQuery } from '../shell/session.ts';
import { buttonClass, TextLink } from '../components/page.tsx';
import { EmailField } from '../components/fields/inputs.tsx';
import { Notice } from '../components/notices/notice.tsx';
import { unlistedHead } from '../shell/page-head.ts';

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  loader: async ({ context: { queryClient, rpc, site, flash }, location }) => {
    const { user } = await queryClient.fetchQuery(sessionQuery(rpc));
    const search = readLoginSearch(location.search);
    const path = safeRedirect(search.redirect, site.origin);
    // With the marker, the page refused the account that was signed in then.
    if (user && search.reset === undefined) throw redirect({ href: path });
    const wanted = search.redirect === undefined ? null : wantedBy(user, path);
    return { user, wanted, posted: postedOf(flash), carried: flash?.values[CARRIED_FIELD] ?? [] };
  },
  head: unlistedHead('/login', 'Sign in', 'Sign in to your account.'),
  pendingComponent: AuthSkeleton,
  errorComponent: (props) => (
    <AuthError {...props} title="The sign-in page didn’t load">
      It’s our fault. Try again in a moment.
    </AuthError>
  ),
  component: Login,
});

/** The page that the visitor wanted, and whether the account that is signed in now may see it. */
function wantedBy(user: SessionUser | null, path: string) {
  const { pathname } = new URL(path, 'http://page');
  return { path, isOpen: turnAway({ user }, accessAskedBy(pathname), path) === null };
}

function Login() {
  const { user, wanted, posted, carried } = Route.useLoaderData();
  // The router keeps invalid search parameters.
  const search = readLoginSearch({ ...Route.useSearch() });
  const form = useAccountForm('signIn', { posted, initial: { email: search.email ?? '' } });
  return (
    <AuthCard
      title="Sign in"
      lead={
        user === null && wanted !== null && search.reset !== undefined
          ? 'Sign in with an account that can see that page.'
          : null
      }
      foot={
        <>
          <p>
            <TextLink to="/forgot-password">Forgot your password?</TextLink>
          </p>
          <p>
            New here? <TextLink to="/register">Create an account</TextLink>
          </p>
        </>
      }
    >
      <RedirectReason posted={posted} />
      {user === null ? null : <SignedIn user={user} wanted={wanted} beginsHere={posted === null} />}
      {/* With a carried form, it is posted without script: the response is that form's. */}
      <AccountForm
        form={form}
        button="Sign in"
        isPlain={carried.length > 0}
        fields={{ redirect: search.redirect, reset: search.reset }}
      >
        {carried.map((part) => (
          <input key={part} type="hidden" name={CARRIED_FIELD} value={part} autoComplete="off" />
        ))}
        <EmailField {...form.field('email')} autoComplete="username" />
        <PasswordField form={form} />
      </AccountForm>
    </AuthCard>
  );
}

function RedirectReason({ posted }: { readonly posted: Posted | null }) {
  const wording = posted?.form === '' ? failureOfPosted(posted)?.wording : null;
  return wording ? <Notice tone="caution" title={wording.title} text={wording.text} role="alert" /> : null;
}

interface SignedInParts {
  readonly user: SessionUser;
  readonly wanted: ReturnType<typeof wantedBy> | null;
  /** For a visitor whom the guard redirected here. False if the page has a newer message. */
  readonly beginsHere: boolean;
}

/** For a signed-in account. */
function SignedIn({ user, wanted, beginsHere }: SignedInParts) {
  const place = { tabIndex: -1, autoFocus: beginsHere };
  const who = (
    <span>
      You’re signed in as <strong className="wrap-anywhere">{user.email}</strong>
    </span>
  );
  return (
    <div className="flex flex-col gap-3 border-b border-line pb-5">
      {wanted === null ? (
        <p>{who}. To use another account, sign in below.</p>
      ) : wanted.isOpen ? (
        <p>
          {who}, and that account can see the page you wanted. Continue to it, or sign in with another account below.
        </p>
      ) : (
        <Notice tone="caution" role="alert" {...place}>
          <p>
            {who}, and that account can’t see the page you wanted. Sign in below with one that can, or go back to yours.
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {wanted?.isOpen ? (
          <a href={wanted.path} className={buttonClass('primary')}>
            Continue to that page
          </a>
        ) : (
          <a href={HOME} className={buttonClass('plain')}>
            Go to your account
          </a>
        )}
        <CommandButton command="signOut" input={{}} look="quiet">
          Sign out
        </CommandButton>
      </div>
    </div>
  );
}
