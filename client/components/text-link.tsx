import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Classes of a link within a sentence, also for a button that looks like one. */
export const textLinkClass = 'text-accent underline underline-offset-4 hover:text-accent-strong';

/** Classes of a link that stands alone: as high as a finger needs. */
export const loneLinkClass = 'lone-link';

/** A link that stands alone. */
export const LoneLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={loneLinkClass}>
    {children}
  </a>
));

/** A link within a sentence. */
export const TextLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={textLinkClass}>
    {children}
  </a>
));
