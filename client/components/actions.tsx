/** Buttons and links. */
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

/** Also for a button that looks like a link. */
export const textLinkClass = 'text-accent underline underline-offset-4 hover:text-accent-strong';

export const loneLinkClass = 'lone-link';

/** As high as a finger needs. */
export const LoneLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={loneLinkClass}>
    {children}
  </a>
));

export const TextLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={textLinkClass}>
    {children}
  </a>
));
