import { createFileRoute } from '@tanstack/react-router';
import { CITIES } from '#shared/business/cities.ts';
import { UNITS } from '#shared/booking/session-type.ts';
import { Visit } from '../../marketing/about/visit.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Places } from '../../marketing/areas/place-links.tsx';
import { PickATime } from '../../marketing/pick-a-time.tsx';
import { breadcrumbs } from '../../marketing/records.ts';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { LicenseNote } from '../../components/notices/license-note.tsx';
import { Section } from '../../components/section.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { GroupDrawing } from '../../components/drawings/service-groups.tsx';
import { pageHead } from '../../shell/page-head.ts';
import { Policy } from '../../marketing/pricing/policy.tsx';

export const Route = createFileRoute('/(documents)/about')({
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/about',
      title: 'About',
      description: 'How a booked visit goes, from the walk through your list to the last sweep, and where we come.',
      records: [breadcrumbs(match.context.site, [{ name: 'About', path: '/about' }])],
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
      <Section title="Registered and insured">
        <p className="max-w-prose">The business is registered and carries general liability insurance.</p>
        <LicenseNote site={site} className="mt-3" />
      </Section>
      <Section title="Where we come">
        <p className="mb-4 max-w-prose">
          {CITIES.length} cities and towns, from the coast to the valleys behind it, any day of the week.
        </p>
        <Places />
      </Section>
      <Section
        title="If your plans change"
        aside={
          <p className="mt-2">
            <TextLink to="/pricing">Prices and questions</TextLink>
          </p>
        }
      >
        <Policy />
      </Section>
      <PickATime title="Find a time">
        The booking page shows what’s open, with the price and the last day for free changes.
      </PickATime>
    </>
  );
}
