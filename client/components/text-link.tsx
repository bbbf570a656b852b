import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link within a sentence. */
export const TextLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className="text-accent underline underline-offset-4 hover:text-accent-strong">
    {children}
  </a>
));
