import type { ComponentProps } from 'react';
import { Field, type FieldText, controlClass, fieldId, noteProps } from './field.tsx';

type Input = Omit<ComponentProps<'input'>, 'id' | 'name' | 'className' | 'children'>;

export function TextField({
  name,
  scope,
  label,
  hint,
  error,
  question,
  optional = false,
  ...input
}: FieldText & Input) {
  return (
    <Field name={name} scope={scope} label={label} hint={hint} error={error} question={question} optional={optional}>
      <input
        id={fieldId(name, scope)}
        name={name}
        required={!optional}
        className={controlClass(error)}
        {...noteProps({ name, scope, hint, error, question })}
        {...input}
      />
    </Field>
  );
}

interface EmailParts extends Omit<FieldText, 'label' | 'optional'> {
  readonly label?: string;
  /** `username` where the address is used to sign in. */
  readonly autoComplete: 'email' | 'username' | 'off';
  readonly required?: boolean;
  readonly defaultValue?: ComponentProps<'input'>['defaultValue'];
}

export function EmailField({ label = 'Email', ...field }: EmailParts) {
  return <TextField {...field} label={label} type="email" inputMode="email" spellCheck={false} />;
}

type Area = Pick<ComponentProps<'textarea'>, 'rows' | 'defaultValue' | 'autoFocus'>;

export function TextArea({ name, scope, label, hint, error, optional = false, ...area }: FieldText & Area) {
  return (
    <Field name={name} scope={scope} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        id={fieldId(name, scope)}
        name={name}
        required={!optional}
        className={controlClass(error)}
        {...noteProps({ name, scope, hint, error })}
        {...area}
      />
    </Field>
  );
}
