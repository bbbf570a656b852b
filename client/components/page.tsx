import type { ReactNode } from 'react';

interface Heading {
  readonly title: string;
  readonly lead?: ReactNode;
}

/** The top of a page: its h1, and a lead sentence. */
export function PageHeading({ title, lead }: Heading) {
  return (
    <header className="mb-8">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      {lead ? <p className="mt-3 max-w-[65ch] text-lg text-pencil">{lead}</p> : null}
    </header>
  );
}

/** A section of running text with a readable line length. */
export function Prose({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className="mb-8 max-w-[65ch] [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4">
      <h2 className="mb-2 text-2xl">{title}</h2>
      <div className="flex flex-col gap-3 [&_ul]:list-disc [&_ul]:pl-5">{children}</div>
    </section>
  );
}
