import { createFileRoute } from '@tanstack/react-router';
import { ButtonLink, PrimaryLink } from '../components/page.tsx';
import { AuthCard, AuthSkeleton, readTokenSearch } from '../account/auth-card.tsx';
import { RESET_MARKER, type Confirmation } from '#shared/account/account.ts';
import { AccountForm, useAccountForm, PasswordField, PasswordOf } from '../account/forms/account-form.tsx';
import { type Posted, postedOf } from '../account/forms/failure.tsx';
import { sessionQuery } from '../shell/session.ts';
import { secretHeaders } from '../account/secret-address.ts';
import { unlistedHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/query-client.ts';

export const Route = createFileRoute('/verify-email')({
  validateSearch: readTokenSearch,
  loader: async ({ context: { queryClient, rpc, flash }, location }) => {
    const { token } = readTokenSearch(location.search);
    const confirmation =
      token === undefined ? null : await queryClient.fetchQuery(readQuery(rpc, 'confirmation', { token }));
    const { user } = await queryClient.fetchQuery(sessionQuery(rpc));
    return { token: token ?? '', confirmation, signedInAs: user?.email ?? null, posted: postedOf(flash) };
  },
  // The script has removed the token from the address by then.
  shouldReload: false,
  headers: () => secretHeaders,
  head: unlistedHead('/verify-email', 'Confirm your address', 'Confirm an email address.'),
  pendingComponent: AuthSkeleton,
  component: VerifyEmail,
});

function VerifyEmail() {
  const { token, confirmation, signedInAs, posted } = Route.useLoaderData();
  if (confirmation === null) {
    const ended = 'It’s been used or called off, it’s more than a day old, or part of it is missing.';
    return (
      <AuthCard title="This link no longer works" lead={`${ended} ${signedInAs === null ? HOW_TO_GO_ON : SEE_PROFILE}`}>
        {signedInAs === null ? (
          <p className="flex flex-wrap gap-3">
            <PrimaryLink to="/login">Sign in</PrimaryLink>
            <ButtonLink to="/forgot-password">Choose a new password</ButtonLink>
          </p>
        ) : (
          <p>
            <PrimaryLink to="/app/profile">Go to your profile</PrimaryLink>
          </p>
        )}
      </AuthCard>
    );
  }
  // Otherwise a stranger could make you confirm your address for the stranger's account.
  if (confirmation.kind === 'change' && confirmation.side === 'new' && !confirmation.isOwn) {
    return <NotOwn email={confirmation.email} signedInAs={signedInAs} />;
  }
  const isOwn = confirmation.kind === 'change' ? confirmation.isOwn : !confirmation.asksPassword;
  return <Confirm token={token} confirmation={confirmation} other={isOwn ? null : signedInAs} posted={posted} />;
}

const SEE_PROFILE = 'Your profile shows whether your address is confirmed, and can send you a new link.';
const HOW_TO_GO_ON =
  'If you’ve confirmed the address, just sign in. If not, sign in anyway: with the right password, we’ll email you a new link. Don’t know the password? Choose a new one by email, which confirms the address, too.';

function NotOwn({ email, signedInAs }: { readonly email: string; readonly signedInAs: string | null }) {
  const isOther = signedInAs !== null;
  return (
    <AuthCard
      title={isOther ? 'This is for another account' : 'Sign in first'}
      lead={
        <span>
          <Address>{email}</Address> would be the new address of an account
          {isOther ? (
            <span>
              , and you’re signed in to a different one, <Address>{signedInAs}</Address>
            </span>
          ) : null}
          <span>
            . Sign in to the account that’s moving to it, then open the link in the email again. If you didn’t ask for
            this, close this page.
          </span>
        </span>
      }
    >
      <p>
        <PrimaryLink to="/login" search={isOther ? { reset: RESET_MARKER } : {}}>
          {isOther ? 'Sign in to the other account' : 'Sign in'}
        </PrimaryLink>
      </p>
    </AuthCard>
  );
}

function Address({ children }: { readonly children: string }) {
  return <strong className="wrap-anywhere text-ink">{children}</strong>;
}

interface Parts {
  readonly token: string;
  readonly confirmation: Confirmation;
  readonly other: string | null;
  readonly posted: Posted | null;
}

const CHANGE_WORDS = {
  new: {
    title: 'Confirm your new address',
    button: 'Confirm this address',
    rest: 'The account moves once the old address agrees, too.',
    last: 'This is the last step: the account moves right away, and you sign in with this address from then on.',
  },
  old: {
    title: 'Change your address?',
    button: 'Yes, change it',
    rest: 'It moves once the new address is confirmed, too. If you didn’t ask for this, close this page.',
    last: 'The new address is already confirmed, so it moves right away. If you didn’t ask for this, close this page.',
  },
} as const;

function OfOther({ address, other }: { readonly address: string; readonly other: string }) {
  return (
    <span>
      You’re signed in as <Address>{other}</Address>. This is about another account, <Address>{address}</Address>
    </span>
  );
}

function Confirm({ token, confirmation, other, posted }: Parts) {
  const form = useAccountForm('confirmEmail', { posted });
  const address = <Address>{confirmation.email}</Address>;
  if (confirmation.kind === 'change') {
    const { title, button, rest, last } = CHANGE_WORDS[confirmation.side];
    const { previous } = confirmation;
    return (
      <AuthCard
        title={other === null ? title : 'Change this address?'}
        lead={
          <span>
            {other === null || previous === null ? (
              <span>Your account would move to {address}.</span>
            ) : (
              <span>
                <OfOther address={previous} other={other} />. It would move to {address}.
              </span>
            )}
            <span>{` ${confirmation.isLast ? last : rest}`}</span>
          </span>
        }
      >
        <AccountForm form={form} button={button} fields={{ token }} />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Confirm your address"
      lead={
        other === null ? (
          <span>This makes {address} your account’s email address.</span>
        ) : (
          <span>
            <OfOther address={confirmation.email} other={other} />. Confirming its address signs you in there instead.
          </span>
        )
      }
    >
      <AccountForm form={form} button="Confirm my address" fields={{ token }}>
        {confirmation.asksPassword ? (
          <>
            <PasswordOf email={confirmation.email} />
            <PasswordField form={form} hint="The one you chose when you signed up." />
          </>
        ) : null}
      </AccountForm>
    </AuthCard>
  );
}
