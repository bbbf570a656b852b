import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong',
  plain: 'border-edge bg-sheet text-ink hover:border-accent hover:text-accent-strong',
  quiet: 'border-transparent text-accent underline underline-offset-4 hover:text-accent-strong',
  danger: 'border-danger bg-sheet text-danger hover:bg-danger-soft',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = 'plain'): string {
  return `inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sheet border px-4 py-2 text-center leading-tight font-semibold no-underline transition-colors aria-disabled:cursor-progress aria-disabled:opacity-75 ${LOOKS[look]}`;
}

export function Button({ look, className = '', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={`${buttonClass(look)} ${className}`} />;
}
