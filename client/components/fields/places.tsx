import { CITIES_BY_COUNTY } from '#shared/business/cities.ts';

/** The service area, by county. */
export function Places() {
  return (
    <dl className="flex max-w-prose flex-col gap-4">
      {Object.entries(CITIES_BY_COUNTY).map(([county, cities]) => (
        <div key={county}>
          <dt className="font-semibold">{county}</dt>
          <dd>{cities.join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
