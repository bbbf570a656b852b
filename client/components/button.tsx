import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

/** For links that look like a button. */
export function buttonClass(look: ButtonLook = 'plain'): string {
  return `button button-${look}`;
}

export function Button({ look, className = '', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={`${buttonClass(look)} ${className}`} />;
}

export const ButtonLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={buttonClass()}>
    {children}
  </a>
));

export const PrimaryLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={buttonClass('primary')}>
    {children}
  </a>
));
