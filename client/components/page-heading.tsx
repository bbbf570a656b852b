import type { ReactNode } from 'react';
import { PAGE_TITLE_ID } from './page-title-id.ts';

interface Heading {
  readonly title: string;
  readonly lead?: ReactNode;
}

/** The top of a page: its h1, and a lead sentence. */
export function PageHeading({ title, lead }: Heading) {
  return (
    <header className="mb-8">
      <h1 id={PAGE_TITLE_ID} className="text-3xl sm:text-4xl">
        {title}
      </h1>
      {lead ? <p className="mt-3 max-w-[65ch] text-lg text-pencil">{lead}</p> : null}
    </header>
  );
}
