import type { ReactNode } from 'react';
import { Sign } from '../../components/sign.tsx';

interface Parts {
  readonly title: string;
  readonly isOpenAtFirst: boolean;
  readonly children: ReactNode;
}

/** A form behind its title. It is open after a refused post, with what was typed. */
export function Disclosure({ title, isOpenAtFirst, children }: Parts) {
  return (
    <details open={isOpenAtFirst} className="group rounded-sheet border border-edge bg-sheet">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grow">{title}</span>
        <Sign name="right" className="transition-transform group-open:rotate-90" />
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
