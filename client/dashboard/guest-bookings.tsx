import type { SessionUser } from '#shared/account.ts';
import { CommandButton } from '../account/command-button.tsx';
import { Notice } from '../components/notice.tsx';

/** What becomes of bookings made without the account, and the way to have them here. */
export function GuestBookings({ user }: { readonly user: SessionUser }) {
  if (user.emailVerified) {
    return (
      <p className="max-w-prose text-sm text-pencil">
        Visits booked with {user.email} without signing in are here too. One booked with another address opens from its
        email.
      </p>
    );
  }
  return (
    <Notice tone="caution" title="Your email address is not confirmed yet">
      <p className="mb-3 max-w-prose">
        Visits booked with {user.email} without signing in stay out of this account until you have shown that the
        address is yours: press the link in our email. Until then each of them opens from its own email.
      </p>
      <CommandButton command="resendVerification" input={{}}>
        Send that email again
      </CommandButton>
    </Notice>
  );
}
