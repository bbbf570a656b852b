import type { ReactNode } from 'react';
import { FieldNote, type FieldText, fieldId, noteProps } from './field.tsx';

/** Focused by its id when the answer is wrong. */
export function Fieldset({ name, label, hint, error, optional, children }: FieldText & { children: ReactNode }) {
  return (
    <fieldset
      id={fieldId(name)}
      tabIndex={-1}
      className="min-w-0 outline-offset-8"
      aria-describedby={noteProps({ name, hint, error })['aria-describedby']}
    >
      <legend>
        <h2 className="text-2xl">
          <span>{label}</span>
          {optional ? <span className="font-normal text-pencil"> (optional)</span> : null}
        </h2>
      </legend>
      <FieldNote name={name} hint={hint} error={error} />
      <div className="mt-4">{children}</div>
    </fieldset>
  );
}
