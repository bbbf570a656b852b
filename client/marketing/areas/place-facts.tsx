import { POSTAL_CODE } from '#shared/business/business.ts';
import { CITIES } from '#shared/business/cities.ts';
import { PLACES, type Place, placeOf } from '#shared/business/places.ts';
import { PlaceLinks } from './place-links.tsx';

const KINDS: Readonly<Record<Place['kind'], string>> = {
  city: 'a city',
  community: 'a community without a city of its own',
  'part of Thousand Oaks': 'the west side of Thousand Oaks',
};

/** Where a city is, as a sentence. */
export function whereWords({ city, kind, county }: Place): string {
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

/** What is particular to a city: its county, ZIP codes and neighbors. */
export function PlaceFacts({ place }: { readonly place: Place }) {
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
