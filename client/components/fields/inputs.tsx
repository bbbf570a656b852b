import type { ComponentProps } from 'react';
import { Field, type FieldText, controlClass, fieldId, noteProps } from './field.tsx';
import { Sign } from '../page.tsx';

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

interface Choices extends Omit<ComponentProps<'select'>, 'id' | 'name' | 'className' | 'children'> {
  readonly options: readonly (string | { readonly value: string; readonly label: string })[];
  /** The first option, without value; none if one option is always chosen. */
  readonly prompt?: string;
}

export function SelectField({
  name,
  scope,
  label,
  hint,
  error,
  optional = false,
  options,
  prompt,
  ...select
}: FieldText & Choices) {
  return (
    <Field name={name} scope={scope} label={label} hint={hint} error={error} optional={optional}>
      <span className="relative block">
        <select
          id={fieldId(name, scope)}
          name={name}
          required={!optional && prompt !== undefined}
          className={`${controlClass(error)} cursor-pointer appearance-none pr-10`}
          {...noteProps({ name, scope, hint, error })}
          // Otherwise a required list without a choice matches `:invalid` from the start.
          aria-invalid={Boolean(error)}
          {...select}
        >
          {prompt === undefined ? null : <option value="">{prompt}</option>}
          {options.map((option) => {
            const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {label}
              </option>
            );
          })}
        </select>
        <Sign name="down" className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
      </span>
    </Field>
  );
}
