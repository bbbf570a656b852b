import type { ReactNode } from 'react';

interface Parts {
  readonly title: string;
  /** What to do first. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Where something will stand once there is any: an empty outline. */
export function EmptyState({ title, children, action }: Parts) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-sheet border border-dashed border-edge px-5 py-6">
      <h3 className="text-xl">{title}</h3>
      <p className="max-w-prose text-pencil">{children}</p>
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
