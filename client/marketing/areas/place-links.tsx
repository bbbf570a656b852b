import { Link } from '@tanstack/react-router';
import type { Place } from '#shared/business/places.ts';
import { textLinkClass } from '../../components/text-link.tsx';
import { Listed } from '../listed.tsx';

interface Parts {
  readonly places: readonly Pick<Place, 'city' | 'slug'>[];
  /** The word before the last one, in running text; none in a list. */
  readonly last?: 'and';
}

/** Cities with commas between them, each with a link to its page. */
export function PlaceLinks({ places, last }: Parts) {
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
