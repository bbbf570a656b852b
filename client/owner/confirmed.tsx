import { useId } from 'react';
import { Sign } from '../components/sign.tsx';
import type { Elements } from '../components/elements.ts';

/** A native `details`, which opens without script. */
export function Confirmed({ title, text, children }: { title: string; text: string; children: Elements }) {
  const id = useId();
  return (
    <details name="asked" className="group rounded-sheet border border-edge bg-sheet">
      <summary
        aria-describedby={id}
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden"
      >
        <span className="grow">{title}</span>
        <Sign name="right" className="transition-transform group-open:rotate-90" />
      </summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
        <p id={id}>{text}</p>
        {children}
      </div>
    </details>
  );
}
