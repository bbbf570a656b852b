import { PASSWORD_HINT } from '#shared/account/password.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import type { AccountFormState } from './account-form.tsx';

/** Tells password managers the account. Without a name it is not submitted. */
export function PasswordOf({ email }: { readonly email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

interface Parts {
  readonly form: AccountFormState;
  readonly name?: string;
  readonly label?: string;
  readonly hint?: string;
}

export function PasswordField({ form, name = 'password', label = 'Password', hint }: Parts) {
  return <TextField {...form.field(name)} label={label} hint={hint} type="password" autoComplete="current-password" />;
}

export function NewPasswordField({ form, label = 'New password' }: Parts) {
  return (
    <TextField
      {...form.field('password')}
      label={label}
      hint={PASSWORD_HINT}
      type="password"
      autoComplete="new-password"
    />
  );
}
