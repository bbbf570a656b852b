import { createFileRoute, notFound } from '@tanstack/react-router';
import { allPriceWords } from '#shared/booking/prices.ts';
import { SERVICES } from '#shared/business/catalogue.ts';
import { areaPath } from '#shared/business/public-pages.ts';
import { placeOfSlug, PLACES, type Place, placeOf } from '#shared/business/places.ts';
import { AreaMap } from '../../../components/drawings/area-map.tsx';
import { LicenseNote } from '../../../components/notices/seller-note.tsx';
import { PageHeading, Section } from '../../../components/page.tsx';
import { MoreLink, PickATime } from '../../../marketing/page-parts.tsx';
import { NextOpenCard, loadNextOpen } from '../../../marketing/home/next-open-card.tsx';
import { breadcrumbs } from '../../../marketing/records.ts';
import { WorkLinks } from '../../../marketing/work/work-list.tsx';
import { notFoundHead, pageHead } from '../../../shell/page-head.ts';
import { POSTAL_CODE } from '#shared/business/business.ts';
import { CITIES } from '#shared/business/cities.ts';
import { PlaceLinks } from '../../../marketing/areas/area-answer.tsx';

export const Route = createFileRoute('/(documents)/areas/$city')({
  loader: async ({ context, params }) => {
    if (!placeOfSlug(params.city)) throw notFound();
    return loadNextOpen(context);
  },
  head: ({ match, params }) => {
    const { site } = match.context;
    const place = placeOfSlug(params.city);
    if (!place) return notFoundHead(site);
    const [path, title] = [areaPath(place), `Handyman in ${place.city}`];
    return pageHead({
      site,
      path,
      title,
      description: `A handyman in ${place.city}, ${place.county}: ${allPriceWords(site)}, the drive included. See the next open times.`,
      records: [
        breadcrumbs(site, [
          { name: 'Where we come', path: '/areas' },
          { name: place.city, path },
        ]),
      ],
    });
  },
  component: Area,
});

function Area() {
  const next = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  const { city } = Route.useParams();
  const place = placeOfSlug(city);
  if (!place) return null;
  return (
    <>
      <div className="mb-10 grid grid-cols-1 items-start gap-x-12 gap-y-8 sm:mb-14 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div>
          <PageHeading
            title={`Handyman in ${place.city}`}
            lead={`${whereWords(place)}. ${allPriceWords(site)}: the same as everywhere we come, because the drive is in the price.`}
          />
          <AreaMap place={place} className="w-full max-w-xl" />
        </div>
        <NextOpenCard next={next} site={site} />
      </div>
      <Section title={`In and around ${place.city}`} aside={<MoreLink to="/areas">Everywhere we come</MoreLink>}>
        <PlaceFacts place={place} />
      </Section>
      <Section title="What we do there">
        <p className="max-w-prose">
          All {SERVICES.length} kinds of work, as many as fit into the time you book. What comes first is up to you.
        </p>
        <div className="mt-3">
          <WorkLinks />
        </div>
        <LicenseNote site={site} className="mt-3 text-pencil" />
      </Section>
      <PickATime>
        Every open time is listed, with the last day you can change it for free. You’ll choose <span>{place.city}</span>{' '}
        when you give us the address.
      </PickATime>
    </>
  );
}

const KINDS: Readonly<Record<Place['kind'], string>> = {
  city: 'a city',
  community: 'a community without a city of its own',
  'part of Thousand Oaks': 'the west side of Thousand Oaks',
};

function whereWords({ city, kind, county }: Place): string {
  return `${city} is ${KINDS[kind]} in ${county}`;
}

function EndWords({ place: { city } }: { readonly place: Place }) {
  if (city === CITIES[0]) return <p>It’s the west end of where we come.</p>;
  if (city === CITIES.at(-1)) return <p>It’s the east end of where we come.</p>;
  return null;
}

function others({ zips, city }: Place): Place[] {
  return PLACES.filter((other) => other.city !== city && other.zips.some((zip) => zips.includes(zip)));
}

function PlaceFacts({ place }: { readonly place: Place }) {
  const { city, kind, county, zips, near } = place;
  const sharing = others(place);
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <EndWords place={place} />
      {county === 'Los Angeles County' ? (
        <p>{`${city} is just across the line from Ventura County. Nothing changes: same hours, same price.`}</p>
      ) : null}
      {kind === 'city' ? null : <p>{`Pick ${city} in the booking form, even if your mail says something else.`}</p>}
      <p>
        <span>{zips.length === 1 ? 'ZIP code' : 'ZIP codes'}</span> <span>{zips.join(', ')}</span>.
        <span>
          {zips.includes(POSTAL_CODE) ? ` Ours is ${POSTAL_CODE}, so this is the shortest drive we have.` : ''}
        </span>
        {sharing.length > 0 ? (
          <span>
            {' '}
            <span>{zips.length === 1 ? 'It’s shared with ' : 'Some are shared with '}</span>
            <PlaceLinks places={sharing} last="and" />, and we come there, too.
          </span>
        ) : null}
      </p>
      <p>
        Next door, we also come to <PlaceLinks places={near.map(placeOf)} last="and" />.
      </p>
    </div>
  );
}
