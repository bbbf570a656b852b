import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Classes of a link within a sentence, also for a button that looks like one. */
export const textLinkClass = 'text-accent underline underline-offset-4 hover:text-accent-strong';

/** A link within a sentence. */
export const TextLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={textLinkClass}>
    {children}
  </a>
));
