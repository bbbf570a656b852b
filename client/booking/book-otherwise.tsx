import { getRouteApi } from '@tanstack/react-router';
import { EmailOrCall } from '../components/notices/email-or-call.tsx';
import { TextLink } from '../components/text-link.tsx';
import type { BookingWording } from '../wording/refusals.ts';
import { readBookSearch } from '#shared/booking/book-search.ts';

const route = getRouteApi('/book/');

/** Other ways to book for a visitor who would have to wait. */
export function BookOtherwise({ by }: { readonly by: NonNullable<BookingWording['otherwise']> }) {
  const { site } = route.useRouteContext();
  const { own } = route.useLoaderData();
  // The router keeps search parameters that the schema has dropped.
  const search = readBookSearch({ ...route.useSearch() });
  return (
    <p className="mt-2">
      Don&rsquo;t want to wait?{' '}
      {by === 'paid-before' ? (
        <span>
          If you&rsquo;ve paid for a visit before,{' '}
          {own === null ? <SignIn page={`/book?${new URLSearchParams({ ...search }).toString()}`} /> : null}
          <span>
            open the link in your confirmation email in this browser, then press the button here again. Otherwise,
          </span>{' '}
        </span>
      ) : null}
      <EmailOrCall site={site} verb={by === 'paid-before' ? 'email' : 'Email'} />.
    </p>
  );
}

/**
 * Sign-in link. With script, a draft keeps the typed values. Without script, they stay in this tab, and the link opens another one.
 */
function SignIn({ page }: { readonly page: string }) {
  return (
    <span>
      <span className="noscript:hidden">
        <TextLink to="/login" search={{ redirect: page }}>
          sign in
        </TextLink>
      </span>
      <span className="hidden noscript:inline">
        <TextLink to="/login" target="_blank" rel="noopener">
          sign in (new tab)
        </TextLink>
      </span>{' '}
      or{' '}
    </span>
  );
}
