import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** How a link within a sentence looks, and a button that stands for one. */
export const textLinkClass = 'text-accent underline underline-offset-4 hover:text-accent-strong';

/** A link within a sentence. */
export const TextLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={textLinkClass}>
    {children}
  </a>
));
