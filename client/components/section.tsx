import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Below the heading: on a desktop beside what it leads to. */
  readonly aside?: ReactNode;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of a page, ruled off from the one before; on a desktop its heading stands in a margin of its own. */
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
