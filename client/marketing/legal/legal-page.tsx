import type { ReactNode } from 'react';
import { type CivilDate, longDate } from '#shared/civil-date.ts';
import { PageHeading } from '../../components/page-heading.tsx';

interface LegalPageProps {
  readonly title: string;
  readonly lead: string;
  /** The date from which this text is valid. */
  readonly since: CivilDate;
  readonly parts: readonly LegalPart[];
}

export interface LegalPart {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

export function LegalPage({ title, lead, since, parts }: LegalPageProps) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <p className="mb-8 text-pencil">
        In effect since <time dateTime={since}>{longDate(since)}</time>.
      </p>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="lg:sticky lg:top-6 lg:self-start">
          <ol className="list-decimal border-t border-ink pt-2 pl-6 marker:text-pencil marker:tabular-nums">
            {parts.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-8 items-center text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
                >
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-prose [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4">
          {parts.map(({ id, title: name, text }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="mb-10">
              <h2 id={`${id}-title`} className="mb-3 border-t border-ink pt-2 text-2xl">{`${index + 1}. ${name}`}</h2>
              <div className="flex flex-col gap-3 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5">
                {text}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
