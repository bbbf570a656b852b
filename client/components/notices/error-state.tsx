import { type ReactNode, useEffect } from 'react';
import { PAGE_TITLE_ID } from '../page.tsx';

interface Parts {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** Is reported, and announced, because the page may be open already. */
  readonly error?: unknown;
}

/** In place of a page or a part of one. */
export function ErrorState({ title, children, actions, error }: Parts) {
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
