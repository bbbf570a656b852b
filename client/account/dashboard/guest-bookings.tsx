import type { SessionUser } from '#shared/account/account.ts';
import { CommandButton } from '../forms/commands.tsx';
import { Notice } from '../../components/notices/notice.tsx';

export function GuestBookings({ user }: { readonly user: SessionUser }) {
  if (user.emailVerified) {
    return (
      <p className="max-w-prose text-sm text-pencil">
        Visits you booked with <span>{user.email}</span> without signing in are here, too. Used another address? Open
        that visit from the link in our email.
      </p>
    );
  }
  return (
    <Notice tone="caution" title="Your email address isn’t confirmed yet">
      <p className="mb-3 max-w-prose">
        Visits booked with <span>{user.email}</span> without signing in don’t show up here until you confirm the
        address: open the link in our email. Until then, each visit opens from the link in its own email.
      </p>
      <CommandButton command="resendVerification" input={{}}>
        Send that email again
      </CommandButton>
    </Notice>
  );
}
