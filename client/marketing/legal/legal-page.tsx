import type { ReactElement } from 'react';
import { type CivilDate, longDate } from '#shared/civil-date.ts';
import { PageHeading } from '../../components/page.tsx';

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
  /** Before the text. */
  readonly lead?: ReactElement;
  /** Paragraphs and lists. `[words](/path)` is a link. */
  readonly text: readonly (string | readonly string[])[];
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
          {parts.map(({ id, title: name, lead, text }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="mb-10">
              <h2 id={`${id}-title`} className="mb-3 border-t border-ink pt-2 text-2xl">{`${index + 1}. ${name}`}</h2>
              <div className="flex flex-col gap-3 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5">
                {lead}
                {text.map((each, place) => (
                  <Block key={place} content={each} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Block({ content }: { readonly content: string | readonly string[] }) {
  if (typeof content === 'string') return <p>{linked(content)}</p>;
  return (
    <ul>
      {content.map((item) => (
        <li key={item}>{linked(item)}</li>
      ))}
    </ul>
  );
}

const LINK = /\[([^\]]+)\]\(([^)]+)\)/;

function linked(words: string) {
  // Text, words and address of each link, and the text after the last one.
  const parts = words.split(LINK);
  if (parts.length === 1) return words;
  return parts.map((part, index) => {
    if (index % 3 === 2) return null;
    return index % 3 === 0 ? (
      <span key={index}>{part}</span>
    ) : (
      <a key={index} href={parts[index + 1]}>
        {part}
      </a>
    );
  });
}
