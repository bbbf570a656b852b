import { createFileRoute } from '@tanstack/react-router';
import { NOTICE_DAYS } from '#shared/booking/notice-policy.ts';
import { readBookSearch } from '#shared/booking/book-search.ts';
import { BookingForm } from '../../booking/form/booking-form.tsx';
import { availabilityQuery, holdQuery } from '../../booking/booking-queries.ts';
import { PlayMoneyNotice } from '../../components/notices/notice.tsx';
import { pageHead } from '../../shell/page-head.ts';
import { readQuery } from '../../shell/query/query-client.ts';

export const Route = createFileRoute('/book/')({
  validateSearch: readBookSearch,
  loader: {
    // The result must not depend on the search parameters: the router may reuse it for another link.
    handler: async ({ context: { queryClient, rpc, flash } }) => {
      const [own] = await Promise.all([
        // Another account may have signed in. Without the profile, the form starts empty.
        queryClient
          .fetchQuery(readQuery(rpc, 'ownDetails', undefined, { staleTime: 0, retry: false }))
          .catch(() => null),
        queryClient.fetchQuery(holdQuery(rpc)),
        queryClient.fetchQuery(availabilityQuery(rpc)),
      ]);
      return { flash, own };
    },
    // A new visit to the page waits for fresh loader data, so that the form does not start with an old flash.
    staleReloadMode: 'blocking',
  },
  // A choice changes the address only; the loader's data stays.
  shouldReload: ({ cause }) => cause !== 'stay',
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/book',
      title: 'Book',
      description: 'Pick a half day or a full day, choose from the times that are open, and pay to book it.',
    }),
  component: Book,
});

function Book() {
  const { site } = Route.useRouteContext();
  return (
    <>
      <header className="mb-6 lg:mb-8">
        <h1 className="text-2xl lg:text-4xl">Book a visit</h1>
        <p className="mt-3 text-lg text-pencil max-lg:hidden">
          Fixed price, paid when you book. Move or cancel for free with {NOTICE_DAYS} calendar days&rsquo; notice.
        </p>
      </header>
      <PlayMoneyNotice site={site} />
      <BookingForm />
    </>
  );
}
