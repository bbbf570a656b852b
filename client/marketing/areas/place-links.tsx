import { PLACES, type Place } from '#shared/business/places.ts';
import { Fragment, type ReactElement } from 'react';
import { Link } from '@tanstack/react-router';
import { textLinkClass } from '../../components/actions.tsx';

export function PlaceLinks({ places, last }: { places: readonly Pick<Place, 'city' | 'slug'>[]; last?: 'and' }) {
  return (
    <Listed {...(last && { last })}>
      {places.map(({ city, slug }) => (
        <Link key={slug} to="/areas/$city" params={{ city: slug }} className={textLinkClass}>
          {city}
        </Link>
      ))}
    </Listed>
  );
}

/** `a, b, and c` */
function Listed({ children, last }: { readonly children: readonly ReactElement[]; readonly last?: 'and' | 'or' }) {
  const end = children.length - 1;
  return children.map((child, index) => (
    <Fragment key={child.key}>
      <span>{index === 0 ? '' : last && index === end ? `${end > 1 ? ',' : ''} ${last} ` : ', '}</span>
      <span>{child}</span>
    </Fragment>
  ));
}

export function Places() {
  return (
    <dl className="flex max-w-prose flex-col gap-4">
      {Array.from(
        Map.groupBy(PLACES, ({ county }) => county),
        ([county, places]) => (
          <div key={county}>
            <dt className="font-semibold">{county}</dt>
            <dd className="leading-8">
              <PlaceLinks places={places} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
