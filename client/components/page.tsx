/** What every page is made of: headings, sections, buttons, links, badges, signs, and what stands in for content. */
import { type ReactNode, useId, type ComponentProps, type ReactElement, useEffect } from 'react';
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

/** `says`: text for screen readers. */
export function Skeleton({ says, lines }: { readonly says: string; readonly lines: readonly SkeletonLine[] }) {
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">{says}</span>
      {lines.map((line, index) => (
        <Bar key={index} className={LINES[line]} />
      ))}
    </output>
  );
}

export function Bar({ className }: { readonly className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-sheet border-line bg-line/60 forced-colors:border ${className}`}
    />
  );
}

export type SkeletonLine = 'title' | 'text' | 'short' | 'control';

const LINES: Readonly<Record<SkeletonLine, string>> = {
  title: 'h-7 w-1/2',
  text: 'h-4 w-full',
  short: 'h-4 w-2/3',
  control: 'h-11 w-full',
};

interface EmptyParts {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly heading?: 'h2' | 'h3';
}

export function EmptyState({ title, children, action, heading: Heading = 'h3' }: EmptyParts) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-sheet border border-dashed border-edge px-5 py-6">
      <Heading className="text-xl">{title}</Heading>
      <p className="max-w-prose text-pencil">{children}</p>
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}

interface ErrorParts {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** Is reported, and announced, because the page may be open already. */
  readonly error?: unknown;
}

/** In place of a page or a part of one. */
export function ErrorState({ title, children, actions, error }: ErrorParts) {
  useEffect(() => {
    if (error !== undefined) reportError(error);
  }, [error]);
  return (
    <section className="flex flex-col items-start gap-4 py-4" role={error === undefined ? undefined : 'alert'}>
      <BrokenDimension />
      <h1 id={PAGE_TITLE_ID} className="text-3xl">
        {title}
      </h1>
      <p className="max-w-prose text-lg text-pencil">{children}</p>
      <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
    </section>
  );
}

function BrokenDimension() {
  return (
    <svg
      viewBox="0 0 240 40"
      className="h-10 w-60 max-w-full text-pencil"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M6 6v28M234 6v28" />
      <path d="M6 20h88l6-8 8 16 6-8M132 20h102" />
      <path d="m1 25 10-10M229 25l10-10" strokeWidth="2" />
    </svg>
  );
}

export function NextSteps({ children }: { readonly children: ReactNode }) {
  return <ul className="grid grid-cols-1 max-w-3xl gap-x-10 gap-y-8 sm:grid-cols-2">{children}</ul>;
}

export function NextStep({ title, action, children }: { title: string; action?: Elements; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3 border-t border-ink pt-3">
      <h3 className="text-xl">{title}</h3>
      <p className="grow">{children}</p>
      {action}
    </li>
  );
}
