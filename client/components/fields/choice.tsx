import type { ComponentProps, ReactNode } from 'react';

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
