import { createFileRoute } from '@tanstack/react-router';
import { AskForMail, loadMailPage } from '../account/ask-for-mail.tsx';
import { AuthSkeleton } from '../account/auth-card.tsx';
import { unlistedHead } from '../shell/page-head.ts';

export const Route = createFileRoute('/lost-link')({
  loader: loadMailPage,
  head: unlistedHead(
    '/lost-link',
    'Lost the link to your visit?',
    'Have the links to your visits emailed to you again.',
  ),
  pendingComponent: AuthSkeleton,
  component: LostLink,
});

function LostLink() {
  const loaded = Route.useLoaderData();
  return <AskForMail command="sendLinks" {...loaded} />;
}
