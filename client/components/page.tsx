/** What every page is made of: headings, sections, buttons, links, badges and signs. */
import { type ReactNode, useId, type ComponentProps, type ReactElement } from 'react';
import { createLink } from '@tanstack/react-router';

export function PageHeading({ title, lead }: { readonly title: string; readonly lead?: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 id={PAGE_TITLE_ID} className="text-3xl sm:text-4xl">
        {title}
      </h1>
      {lead ? <p className="mt-3 max-w-[65ch] text-lg text-pencil">{lead}</p> : null}
    </header>
  );
}

/** The browser paints nothing before it (`client/routes/__root.tsx`). */
export const PAGE_TITLE_ID = 'page-title';

interface SectionProps {
  readonly title: string;
  /** On wide windows beside the section's content. */
  readonly aside?: Elements;
  readonly id?: string;
  readonly children: ReactNode;
}

/** On wide windows its heading is in the left column. */
export function Section({ title, aside, id, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid grid-cols-1 gap-x-12 gap-y-6 border-t border-line py-10 sm:py-14 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      <div>{children}</div>
    </section>
  );
}

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

/** For links that look like a button. */
export function buttonClass(look: ButtonLook = 'plain'): string {
  return `button button-${look}`;
}

export function Button({ look, className = '', ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={`${buttonClass(look)} ${className}`} />;
}

function styledLink(className: string) {
  return createLink(({ children, ...rest }: ComponentProps<'a'>) => (
    <a {...rest} className={className}>
      {children}
    </a>
  ));
}

export const ButtonLink = styledLink(buttonClass());
export const PrimaryLink = styledLink(buttonClass('primary'));

/** Also for a button that looks like a link. */
export const textLinkClass = 'text-accent underline underline-offset-4 hover:text-accent-strong';
export const TextLink = styledLink(textLinkClass);

/** As high as a finger needs. */
export const loneLinkClass = 'lone-link';
export const LoneLink = styledLink(loneLinkClass);

export type BadgeTone = 'plain' | 'done' | 'caution' | 'danger';

export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** Hidden from screen readers, because the text beside them says the same. */
const PATHS = {
  check: 'M3.5 8.5 7 12l6-8',
  cross: 'm4 4 8 8m0-8-8 8',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  mind: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.5M8 11.75v.25',
} as const;

export type SignName = keyof typeof PATHS;

export function Sign({ name, className = '' }: { readonly name: SignName; readonly className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={className === '' ? 'sign' : `sign ${className}`} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Excludes text: a browser's translator replaces text nodes, and then React can't change or remove one that has siblings. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
