import { createFileRoute } from '@tanstack/react-router';
import { CITIES } from '#shared/business/cities.ts';
import { UNITS, WHOLE_DAY } from '#shared/booking/session-type.ts';
import { PageHeading, Section } from '../../components/page.tsx';
import { Places } from '../../marketing/areas/area-answer.tsx';
import { PickATime, Insured, MoreLink, Policy } from '../../marketing/page-parts.tsx';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { GroupDrawing } from '../../components/drawings/service-groups.tsx';
import { documentHead } from '../../marketing/records.ts';
import { claimHours, hoursWords } from '#shared/booking/hours.ts';

export const Route = createFileRoute('/(documents)/about')({
  head: documentHead({
    path: '/about',
    title: 'About',
    description: 'How a booked visit goes, from the walk through your list to the last sweep, and where we come.',
  }),
  component: About,
});

function About() {
  const { site } = Route.useRouteContext();
  return (
    <>
      <PageHeading
        title="One list, one visit, your order"
        lead={`${site.name} repairs, mounts, assembles, and maintains. You book time instead of asking for a quote, so no job has to be big enough to be worth a trip of its own.`}
      />
      <Section
        title="How a visit goes"
        aside={
          <>
            <p className="mt-3 max-w-prose text-pencil">A half day, in the morning.</p>
            <GroupDrawing group="openings" className="mt-8 hidden w-44 lg:block" />
            <GroupDrawing group="water" className="mt-8 hidden w-44 lg:block" />
          </>
        }
      >
        <Ruler
          rows={[[{ hours: UNITS.am.hours, state: 'length', label: 'Half day' }]]}
          text={null}
          className="mb-8 max-w-prose"
        />
        <Visit />
      </Section>
      <Insured site={site} />
      <Section title="Where we come">
        <p className="mb-4 max-w-prose">
          {CITIES.length} cities and towns, from the coast to the valleys behind it, any day of the week.
        </p>
        <Places />
      </Section>
      <Section title="If your plans change" aside={<MoreLink to="/pricing">Prices and questions</MoreLink>}>
        <Policy />
      </Section>
      <PickATime title="Find a time">
        The booking page shows what’s open, with the price and the last day for free changes.
      </PickATime>
    </>
  );
}

const PARTS: readonly (readonly [when: string, what: string, how: string])[] = [
  [
    '7:00 am',
    'We arrive and walk through the list with you',
    'You show us what needs doing and what matters most. If the list is longer than the time, we say so then and agree on what comes first.',
  ],
  [
    'Before we start',
    'We settle the materials',
    'We use what you have ready. If something’s missing, we can buy it: you approve it and the price first, and you keep the receipt.',
  ],
  [
    'All morning',
    'We work through the list in your order',
    'Stay, or go about your day, as long as we can reach you if there’s something to decide.',
  ],
  [
    'If there’s time left',
    'The small repairs get their turn',
    'The hinge that squeaks, the knob that came loose, the picture that never got hung.',
  ],
  [
    'Noon',
    'We clean up and show you the work',
    'You look at each job with us before we leave. The time is already paid for; only the materials you approved are left to pay.',
  ],
];

function Visit() {
  return (
    <>
      <ol className="max-w-prose border-l border-ink">
        {PARTS.map(([when, what, how]) => (
          <li
            key={when}
            className="relative pb-8 pl-6 before:absolute before:top-3 before:left-0 before:w-4 before:border-t before:border-ink last:pb-0"
          >
            <p className="text-sm text-pencil">{when}</p>
            <h3 className="text-xl">{what}</h3>
            <p className="mt-1">{how}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-prose text-pencil">
        An afternoon goes the same way, {hoursWords(UNITS.pm.hours)}. A full day runs from {claimHours(WHOLE_DAY)}, with
        room for a job that has to dry in between.
      </p>
    </>
  );
}
