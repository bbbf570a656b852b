import type { ReactNode } from 'react';

export type BadgeTone = 'plain' | 'done' | 'caution' | 'danger';

export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
