import { Sign, type Elements } from '../page.tsx';
import type { ComponentProps, ReactNode } from 'react';

export interface FieldText {
  readonly name: string;
  /** Makes ids unique where several forms of a page have a field of this name. */
  readonly scope?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown instead of the hint. */
  readonly error?: string | undefined;
  /** Asks about a doubtful answer, instead of the hint. */
  readonly question?: string | undefined;
  readonly optional?: boolean;
}

/** Error summaries link to it. */
export function fieldId(name: string, scope?: string): string {
  return scope === undefined ? `field-${name}` : `field-${scope}-${name}`;
}

export function noteId(name: string, scope?: string): string {
  return scope === undefined ? `note-${name}` : `note-${scope}-${name}`;
}

type Note = Pick<FieldText, 'name' | 'scope' | 'hint' | 'error' | 'question'>;

/** For assistive technology. */
export function noteProps({ name, scope, hint, error, question }: Note) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || question || hint ? noteId(name, scope) : undefined,
  } as const;
}

export function FieldNote({ name, scope, hint, error, question }: Note) {
  if (error) {
    return (
      <p id={noteId(name, scope)} className="mt-1.5 flex gap-2 text-sm font-semibold text-danger">
        <Sign name="cross" className="mt-1" />
        <span>
          <span className="sr-only">Error: </span>
          <span>{error}</span>
        </span>
      </p>
    );
  }
  if (question) {
    return (
      <p id={noteId(name, scope)} className="mt-1.5 flex gap-2 text-sm font-semibold text-caution">
        <Sign name="mind" className="mt-1" />
        <span>{question}</span>
      </p>
    );
  }
  return hint ? (
    <p id={noteId(name, scope)} className="mt-1.5 text-sm text-pencil">
      {hint}
    </p>
  ) : null;
}

export function Field({ children, ...text }: FieldText & { children: Elements }) {
  return (
    <div>
      <label htmlFor={fieldId(text.name, text.scope)} className="mb-1 block font-semibold">
        <span>{text.label}</span>
        {text.optional ? <span className="font-normal text-pencil"> (optional)</span> : null}
      </label>
      {children}
      <FieldNote {...text} />
    </div>
  );
}

export function controlClass(error: string | undefined): string {
  return `block min-h-11 w-full rounded-sheet border bg-sheet px-3 py-2 text-ink transition-colors hover:border-accent disabled:border-line disabled:bg-transparent disabled:text-pencil ${error ? 'border-danger inset-ring-1 inset-ring-danger' : 'border-edge'}`;
}

type Input = Omit<ComponentProps<'input'>, 'type' | 'className' | 'style' | 'children'>;

type Card = Input & Pick<ComponentProps<'label'>, 'className' | 'style' | 'children'>;

/** The whole card is the target. */
export function RadioCard({ children, className = '', style, ...input }: Card) {
  return (
    <label style={style} className={`choice radio-card ${className}`}>
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}

/** For narrow space. */
export function RadioChip({ children, ...input }: Input & { children: ReactNode }) {
  return (
    <label className="radio-chip">
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}

export function Checkbox({ children, ...input }: Input & { children: ReactNode }) {
  return (
    <label className="choice checkbox">
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  );
}

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
