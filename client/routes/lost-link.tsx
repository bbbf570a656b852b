import { createFileRoute } from '@tanstack/react-router';
import { AskForMail } from '../account/ask-for-mail.tsx';
import { AuthSkeleton } from '../account/auth-card.tsx';
import { postedOf } from '../account/forms/failure.tsx';
import { unlistedHead } from '../shell/page-head.ts';
import { readQuery } from '../shell/query/query-client.ts';

export const Route = createFileRoute('/lost-link')({
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    status: await queryClient.fetchQuery(readQuery(rpc, 'emailStatus', undefined)),
    posted: postedOf(flash),
  }),
  head: unlistedHead(
    '/lost-link',
    'Lost the link to your visit?',
    'Have the links to your visits emailed to you again.',
  ),
  pendingComponent: AuthSkeleton,
  component: LostLink,
});

function LostLink() {
  const { status, posted } = Route.useLoaderData();
  return (
    <AskForMail
      command="sendLinks"
      posted={posted}
      status={status}
      title="Lost the link to your visit?"
      lead="Enter the email address you booked with. We’ll send the links to all your visits there."
      button="Send my links"
      autoComplete="email"
      asksSignIn="Booked with an account?"
    >
      {(whom) => (
        <span>
          If a visit was booked with <span>{whom}</span>, we’ve emailed its link there. A newer link replaces an older
          one, so use the newest email.
        </span>
      )}
    </AskForMail>
  );
}
