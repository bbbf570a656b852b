import { CITIES_BY_COUNTY } from '#shared/business/cities.ts';
import { placeOf } from '#shared/business/places.ts';
import { PlaceLinks } from './place-links.tsx';

/** The service area, by county; each city leads to its page. */
export function Places() {
  return (
    <dl className="flex max-w-prose flex-col gap-4">
      {Object.entries(CITIES_BY_COUNTY).map(([county, cities]) => (
        <div key={county}>
          <dt className="font-semibold">{county}</dt>
          <dd className="leading-8">
            <PlaceLinks places={cities.map(placeOf)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
