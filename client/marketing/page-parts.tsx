import type { Site } from '#shared/business/site.ts';
import { LicenseNote } from '../components/notices/seller-note.tsx';
import { Section, TextLink, buttonClass } from '../components/page.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NOTICE_DAYS, keptUnlessSold } from '#shared/booking/notice-policy.ts';
import { type CivilDate, addDays, weekdayName } from '#shared/civil-date.ts';

export function Insured({ site }: { readonly site: Site }) {
  return (
    <Section title="Registered and insured">
      <p className="max-w-prose">The business is registered and carries general liability insurance.</p>
      <LicenseNote site={site} className="mt-3" />
    </Section>
  );
}

interface Parts {
  readonly to: '/pricing' | '/about' | '/areas' | '/services' | '/legal/terms';
  readonly children: string;
}

/** Below the title of a section. */
export function MoreLink({ to, children }: Parts) {
  return (
    <p className="mt-2">
      <TextLink to={to}>{children}</TextLink>
    </p>
  );
}

export function PickATime({ title = 'Pick a time', children }: { title?: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <p className="max-w-prose">{children}</p>
      <Link to="/book" className={`${buttonClass('primary')} mt-5`}>
        See open times
      </Link>
    </Section>
  );
}

const VISIT: CivilDate = '2027-03-13';

/** The notice rule by the days of a week. */
export const NOTICE_EXAMPLE = { visit: weekdayName(VISIT), freeThrough: weekdayName(addDays(VISIT, -NOTICE_DAYS)) };

const { visit, freeThrough } = NOTICE_EXAMPLE;

const SENTENCES = [
  'You pay in full when you book, and the time is yours.',
  `With at least ${NOTICE_DAYS} calendar days’ notice, you can move or cancel for free: for a ${visit} visit, through ${freeThrough}, 11:59 pm.`,
  `If you cancel after that, ${keptUnlessSold()}`,
];

export function Policy() {
  return (
    <ol className="flex max-w-prose flex-col gap-4">
      {SENTENCES.map((sentence, index) => (
        <li key={sentence} className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline">
          <span aria-hidden="true" className="font-heading text-xl font-semibold text-pencil tabular-nums">
            {index + 1}
          </span>
          <span>{sentence}</span>
        </li>
      ))}
    </ol>
  );
}
