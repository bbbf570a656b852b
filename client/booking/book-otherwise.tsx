import { getRouteApi } from '@tanstack/react-router';
import { TextLink, textLinkClass } from '../components/text-link.tsx';
import type { Wording } from '../wording/refusals.ts';
import { readBookSearch } from './book-search.ts';
import { ShowButton } from './show-button.tsx';

const route = getRouteApi('/book/');

/** How a visitor who would have to wait can book all the same. */
export function BookOtherwise({ by }: { readonly by: NonNullable<Wording['otherwise']> }) {
  const { site } = route.useRouteContext();
  // The router leaves in what the schema has dropped.
  const search = readBookSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  return (
    <>
      <p className="mt-2">
        Don&rsquo;t want to wait?{' '}
        {by === 'sign-in' ? <SignIn page={`/book?${new URLSearchParams({ ...search }).toString()}`} /> : 'Email '}
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
      {/* Where the questions come one by one, the day is several of them back. */}
      {search.step === 'day' ? null : (
        <div className="mt-3 hidden stepped:block">
          <ShowButton
            show="step:day"
            onShow={() => void navigate({ search: { ...search, step: 'day' }, resetScroll: false })}
          >
            Pick another day
          </ShowButton>
        </div>
      )}
    </>
  );
}

/** Scripts keep the answers for the way back. Without them the answers stay where they are, and another tab signs in. */
function SignIn({ page }: { readonly page: string }) {
  return (
    <>
      <span className="noscript:hidden">
        <TextLink to="/login" search={{ redirect: page }}>
          Sign in
        </TextLink>{' '}
        if you have an account, or email{' '}
      </span>
      <span className="hidden noscript:inline">
        If you have an account,{' '}
        <TextLink to="/login" target="_blank" rel="noopener">
          sign in (new tab)
        </TextLink>
        , then press the button here again. Or email{' '}
      </span>
    </>
  );
}
