import type { ReactNode } from 'react';

export type BadgeTone = 'plain' | 'done' | 'caution' | 'danger';

const TONES: Readonly<Record<BadgeTone, string>> = {
  plain: 'border-edge text-ink',
  done: 'border-done bg-done-soft text-done',
  caution: 'border-caution bg-caution-soft text-caution',
  danger: 'border-danger bg-danger-soft text-danger',
};

/** A state in one or two words, beside the name of an item. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-sheet border px-2 py-px text-sm leading-snug font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
