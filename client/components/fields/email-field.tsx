import type { ComponentProps } from 'react';
import type { FieldText } from './field.tsx';
import { TextField } from './text-field.tsx';

interface Parts extends Omit<FieldText, 'label' | 'optional'> {
  readonly label?: string;
  /** `username` where the address is used to sign in. */
  readonly autoComplete: 'email' | 'username' | 'off';
  readonly required?: boolean;
  readonly defaultValue?: ComponentProps<'input'>['defaultValue'];
}

/** The field for an email address: email keyboard, no spell check. */
export function EmailField({ label = 'Email', ...field }: Parts) {
  return <TextField {...field} label={label} type="email" inputMode="email" spellCheck={false} />;
}
