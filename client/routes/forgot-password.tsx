import { createFileRoute } from '@tanstack/react-router';
import { AskForMail } from '../account/ask-for-mail.tsx';
import { AuthSkeleton } from '../account/auth-card.tsx';
import { type EmailSearch, readEmailSearch } from '../account/auth-search.ts';
import { postedOf } from '../account/forms/failure.tsx';
import { unlistedHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/query-client.ts';

export const Route = createFileRoute('/forgot-password')({
  validateSearch: (raw: Record<string, unknown>): EmailSearch => readEmailSearch(raw),
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    status: await queryClient.fetchQuery(readQuery(rpc, 'emailStatus', undefined)),
    posted: postedOf(flash),
  }),
  head: unlistedHead('/forgot-password', 'Forgot your password?', 'Get a link by email to choose a new password.'),
  pendingComponent: AuthSkeleton,
  component: ForgotPassword,
});

function ForgotPassword() {
  const { status, posted } = Route.useLoaderData();
  const { email } = readEmailSearch({ ...Route.useSearch() });
  return (
    <AskForMail
      command="forgotPassword"
      posted={posted}
      status={status}
      email={email}
      title="Forgot your password?"
      lead="Enter the email address you signed up with. We’ll send you a link to choose a new password."
      button="Send the link"
      autoComplete="username"
      asksSignIn="Remember it?"
    >
      {(whom) => (
        <span>
          If there’s an account for <span>{whom}</span>, we’ve emailed it a link to choose a new password. The link
          works for one hour.
        </span>
      )}
    </AskForMail>
  );
}
