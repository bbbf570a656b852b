import type { ReactNode } from 'react';

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
