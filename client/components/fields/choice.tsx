import type { ComponentProps, ReactNode } from 'react';

type Input = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'>;

/** One answer of several that exclude each other: the whole card is the target. */
export function RadioCard({ children, className = '', ...input }: Input & { children: ReactNode; className?: string }) {
  return (
    <label className={`choice radio-card ${className}`}>
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}

/** The same where there is little room: a word in a box, as one of many. */
export function RadioChip({ children, ...input }: Input & { children: ReactNode }) {
  return (
    <label className="radio-chip">
      <input type="radio" {...input} />
      {children}
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
