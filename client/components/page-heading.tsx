import { type ReactNode, useId } from 'react';
import type { Elements } from './elements.ts';

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
