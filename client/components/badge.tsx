import type { ReactNode } from 'react';

export type BadgeTone = 'plain' | 'done' | 'caution' | 'danger';

/** A state in one or two words, beside the name of an item. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
