import type { ReactNode } from 'react';

interface Parts {
  readonly title: string;
  readonly children: ReactNode;
  /** The ways on, links or buttons. */
  readonly actions: ReactNode;
  /** Announced as it appears: for what failed while people looked on. */
  readonly isAlert?: boolean;
}

/** In place of a page, or of a part of one, that could not be shown: what happened, and the ways on. */
export function ErrorState({ title, children, actions, isAlert = false }: Parts) {
  return (
    <section className="flex flex-col items-start gap-4 py-4" role={isAlert ? 'alert' : undefined}>
      <BrokenDimension />
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-prose text-lg text-pencil">{children}</p>
      <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
    </section>
  );
}

/** A dimension line that does not meet: the sign for a measure that is missing. */
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
