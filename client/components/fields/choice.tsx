import type { ComponentProps, ReactNode } from 'react';

type Input = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'>;

/** The whole card is the target. */
export function RadioCard({ children, className = '', ...input }: Input & { children: ReactNode; className?: string }) {
  return (
    <label className={`choice radio-card ${className}`}>
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
