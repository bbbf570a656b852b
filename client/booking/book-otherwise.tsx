import { getRouteApi } from '@tanstack/react-router';
import { TextLink, textLinkClass } from '../components/text-link.tsx';
import type { Wording } from '../wording/refusals.ts';

const route = getRouteApi('/book/');

/** How a visitor who would have to wait can book all the same. */
export function BookOtherwise({ by }: { readonly by: NonNullable<Wording['otherwise']> }) {
  const { site } = route.useRouteContext();
  const search = route.useSearch();
  const page = search.service === undefined ? '/book' : `/book?service=${search.service}`;
  return (
    <p className="mt-2">
      Don&rsquo;t want to wait?{' '}
      {by === 'sign-in' ? (
        <>
          <TextLink to="/login" search={{ redirect: page }}>
            Sign in
          </TextLink>{' '}
          if you have an account, or email{' '}
        </>
      ) : (
        'Email '
      )}
      <a href={`mailto:${site.email}`} className={textLinkClass}>
        {site.email}
      </a>
      {site.phone === null ? null : (
        <>
          {' '}
          or call{' '}
          <a href={`tel:${site.phone.replaceAll(/[^+\d]/g, '')}`} className={textLinkClass}>
            {site.phone}
          </a>
        </>
      )}
      .
    </p>
  );
}
