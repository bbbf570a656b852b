import { createFileRoute } from '@tanstack/react-router';
import { AskForMail, loadMailPage } from '../account/ask-for-mail.tsx';
import { AuthSkeleton, readEmailSearch } from '../account/auth-card.tsx';
import { unlistedHead } from '../shell/page-head.ts';

export const Route = createFileRoute('/forgot-password')({
  validateSearch: readEmailSearch,
  loader: loadMailPage,
  head: unlistedHead('/forgot-password', 'Forgot your password?', 'Get a link by email to choose a new password.'),
  pendingComponent: AuthSkeleton,
  component: ForgotPassword,
});

function ForgotPassword() {
  const loaded = Route.useLoaderData();
  const { email } = readEmailSearch({ ...Route.useSearch() });
  return <AskForMail command="forgotPassword" email={email} {...loaded} />;
}
