import type { ReactNode } from 'react';

interface Parts {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly heading?: 'h2' | 'h3';
}

export function EmptyState({ title, children, action, heading: Heading = 'h3' }: Parts) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-sheet border border-dashed border-edge px-5 py-6">
      <Heading className="text-xl">{title}</Heading>
      <p className="max-w-prose text-pencil">{children}</p>
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
