import type { Profile } from '#shared/account/account.ts';
import { CITIES } from '#shared/business/cities.ts';
import { LIMITS } from '#shared/limits.ts';
import { NewPasswordField, PasswordField, PasswordOf, AccountForm, useAccountForm } from './account-form.tsx';
import { Badge } from '../../components/page.tsx';
import { EmailField, TextField, SelectField } from '../../components/fields/inputs.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { CommandButton } from './commands.tsx';
import type { Posted } from './failure.tsx';

export interface ProfilePart {
  readonly profile: Profile;
  readonly posted: Posted | null;
}

export function DetailsForm({ profile, posted }: ProfilePart) {
  const { name, phone, address, area } = profile;
  const form = useAccountForm('changeProfile', { posted, initial: { name, phone, address, area } });
  return (
    <AccountForm form={form} button="Save">
      <TextField {...form.field('name')} label="Name" autoComplete="name" maxLength={LIMITS.name} />
      <TextField
        {...form.field('phone')}
        label="Phone"
        hint="So we can reach you on the day of a visit."
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        optional
      />
      <SelectField
        {...form.field('area')}
        label="City"
        options={CITIES}
        prompt="None"
        autoComplete="address-level2"
        optional
      />
      <TextField
        {...form.field('address')}
        label="Street address"
        hint="Number, street, and unit, where most of your visits are."
        autoComplete="address-line1"
        optional
      />
    </AccountForm>
  );
}

export function EmailForm({ profile, posted }: ProfilePart) {
  const { email, emailVerified, emailChange } = profile;
  const asked = useAccountForm('changeEmail', { posted });
  // A message about a pending change is true only while it is pending.
  const form = emailChange === null ? { ...asked, said: null } : asked;
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{email}</strong>
        {emailVerified ? <Badge tone="done">Confirmed</Badge> : <Badge tone="caution">Not confirmed</Badge>}
      </p>
      {emailVerified ? null : (
        <div className="flex flex-col items-start gap-3">
          <p>Open the link in the email we sent you. It works for 24 hours.</p>
          <CommandButton command="resendVerification" input={{}}>
            Send the email again
          </CommandButton>
        </div>
      )}
      {emailChange === null ? null : (
        <Notice title="Your email address is about to change">
          <p>
            To <strong className="wrap-anywhere">{emailChange.email}</strong>.{' '}
            <span>{emailChange.asksOld ? WAITS_FOR[emailChange.confirmedBy ?? 'none'] : WAITS_FOR.onlyNew}</span>
          </p>
          <div className="mt-3">
            <CommandButton command="withdrawEmailChange" input={{}}>
              Keep my address
            </CommandButton>
          </div>
        </Notice>
      )}
      <AccountForm form={form} button="Change my email address">
        <EmailField
          {...form.field('email')}
          label="New email address"
          hint={emailVerified ? CHANGE_HINT : FIRST_CHANGE_HINT}
          autoComplete="email"
        />
        <PasswordField form={form} label="Your password" />
      </AccountForm>
    </div>
  );
}

const CHANGE_HINT = 'We’ll email both addresses. Nothing changes until you’ve opened the links in both.';
const FIRST_CHANGE_HINT = 'We’ll email it a link. Nothing changes until you’ve opened it.';

const WAITS_FOR = {
  onlyNew: 'Open the link we sent there.',
  none: 'Open the links we sent to both addresses.',
  new: 'The new address is confirmed. Now open the link we sent to the old one.',
  old: 'The old address is confirmed. Now open the link we sent to the new one.',
} as const;

export function PasswordForm({ profile, posted }: ProfilePart) {
  const form = useAccountForm('changePassword', { posted });
  return (
    <AccountForm form={form} button="Change my password">
      <PasswordOf email={profile.email} />
      <PasswordField form={form} name="current" label="Current password" />
      <NewPasswordField form={form} />
    </AccountForm>
  );
}
