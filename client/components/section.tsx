import { type ReactNode, useId } from 'react';
import type { Elements } from './elements.ts';

interface SectionProps {
  readonly title: string;
  /** On wide windows beside the section's content. */
  readonly aside?: Elements;
  readonly id?: string;
  readonly children: ReactNode;
}

/** On wide windows its heading is in the left column. */
export function Section({ title, aside, id, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid grid-cols-1 gap-x-12 gap-y-6 border-t border-line py-10 sm:py-14 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      <div>{children}</div>
    </section>
  );
}
