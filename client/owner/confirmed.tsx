import { type ReactNode, useId } from 'react';
import { Sign } from '../components/sign.tsx';
import type { Elements } from '../components/elements.ts';

interface Parts {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  /** Of those with the same name, one is open. */
  readonly name?: string;
  readonly describedBy?: string;
  readonly children: ReactNode;
}

/** A native `details`, which opens without script. */
export function Disclosure({ title, isOpenAtFirst, name, describedBy, children }: Parts) {
  return (
    <details name={name} open={isOpenAtFirst} className="group rounded-sheet border border-edge bg-sheet">
      <summary
        aria-describedby={describedBy}
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden"
      >
        <span className="grow">{title}</span>
        <Sign name="right" className="transition-transform group-open:rotate-90" />
      </summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}

/** An action that asks before it is done. */
export function Confirmed({ title, text, children }: { title: string; text: string; children: Elements }) {
  const id = useId();
  return (
    <Disclosure title={title} name="asked" describedBy={id}>
      <p id={id}>{text}</p>
      {children}
    </Disclosure>
  );
}
