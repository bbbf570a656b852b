import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

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
