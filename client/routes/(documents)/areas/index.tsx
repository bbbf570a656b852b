import { createFileRoute } from '@tanstack/react-router';
import { CITIES } from '#shared/business/cities.ts';
import { LONGEST_PLACE, checkArea } from '#shared/business/places.ts';
import { AreaMap } from '../../../components/drawings/area-map.tsx';
import { LicenseNote } from '../../../components/notices/seller-note.tsx';
import { PageHeading, Section } from '../../../components/page.tsx';
import { AreaAnswer, AreaForm, Places } from '../../../marketing/areas/area-answer.tsx';
import { NextOpenCard, loadNextOpen } from '../../../marketing/home/next-open-card.tsx';
import { PickATime } from '../../../marketing/page-parts.tsx';
import { documentHead } from '../../../marketing/records.ts';

const PATH = '/areas';

export const Route = createFileRoute('/(documents)/areas/')({
  validateSearch: readPlace,
  loader: ({ context }) => loadNextOpen(context),
  head: documentHead({
    path: PATH,
    title: 'Where we come',
    description: `The ${CITIES.length} cities and towns where you can book a handyman, from ${CITIES[0]} to ${CITIES.at(-1)}. Check your city or ZIP code.`,
  }),
  component: Areas,
});

/** A ZIP code in an address can look like a number. */
function readPlace({ place }: Record<string, unknown>): { readonly place?: string } {
  const isTyped = typeof place === 'string' || typeof place === 'number';
  return isTyped ? { place: String(place).slice(0, LONGEST_PLACE) } : {};
}

function Areas() {
  // The router keeps invalid search parameters.
  const { place = '' } = readPlace({ ...Route.useSearch() });
  const next = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  const answer = checkArea(place);
  return (
    <>
      <PageHeading
        title="Where we come"
        lead={`${CITIES.length} cities and towns, from the coast to the valleys behind it, any day of the week. The drive is in the price, so it’s the same everywhere.`}
      />
      <AreaForm asked={place} />
      {answer ? <AreaAnswer answer={answer} site={site} /> : null}
      <div className="mb-10 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <AreaMap place={null} className="w-full max-w-2xl" />
        <NextOpenCard next={next} site={site} />
      </div>
      <Section title="By county">
        <Places />
      </Section>
      <LicenseNote site={site} className="mb-10 text-pencil" />
      <PickATime>The booking page shows every open half day and full day, wherever you live.</PickATime>
    </>
  );
}
