import type { ReactNode } from 'react';

interface Parts {
  readonly title: string;
  /** Explains how the first item comes to be here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Heading level, by the headings above it. */
  readonly heading?: 'h2' | 'h3';
}

/** An empty list: an outline with what to do first. */
export function EmptyState({ title, children, action, heading: Heading = 'h3' }: Parts) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-sheet border border-dashed border-edge px-5 py-6">
      <Heading className="text-xl">{title}</Heading>
      <p className="max-w-prose text-pencil">{children}</p>
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
