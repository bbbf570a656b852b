import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

interface Content {
  readonly title: string;
  /** At the end of the title's line: a price, a badge. */
  readonly aside?: Elements;
  readonly children: ReactNode;
}

/** A card with a title. */
export function Card({ title, aside, children }: Content) {
  return (
    <section className="rounded-sheet border border-line bg-sheet">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3 sm:px-5">
        <h3 className="text-xl">{title}</h3>
        {aside}
      </header>
      <div className="px-4 py-4 sm:px-5">{children}</div>
    </section>
  );
}
