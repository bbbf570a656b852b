import { TextField } from '../components/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import type { ProfilePart } from './profile-forms.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Says what goes and what stays before it asks. */
export function DeleteForm({ profile, posted }: ProfilePart) {
  const form = useAccountForm('deleteAccount', { posted });
  const { visitsAhead } = profile;
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <div className="flex flex-col gap-3">
        <p>
          <strong>What goes, at once and for good:</strong> your account, name, email address, phone number, address and
          notes, also those in bookings, and every sign-in.
        </p>
        <p>
          <strong>What stays:</strong> that a visit was booked and paid, without a word about who it was for.{' '}
          {visitsAhead > 0 ? <AheadWords count={visitsAhead} /> : 'You have no visit ahead of you.'}
        </p>
      </div>
      <AccountForm form={form} button="Delete my account" look="danger">
        {/* Tells password managers whose password it is. It is not sent: it has no name. */}
        <input type="email" autoComplete="username" value={profile.email} readOnly hidden />
        <TextField {...form.field('password')} label="Your password" type="password" autoComplete="current-password" />
      </AccountForm>
    </div>
  );
}

function AheadWords({ count }: { readonly count: number }) {
  return (
    <strong>
      {count === 1 ? 'Your visit still to come stays booked' : `Your ${count} visits still to come stay booked`}, but we
      will not know any more who you are or where to go. Cancel first what you do not want to pay for in vain.
    </strong>
  );
}
