import { useQueries, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { type BookingFormValues, parseSlot } from '#shared/booking/booking-form.ts';
import { NOTICE_DAYS } from '#shared/booking/notice-policy.ts';
import { type BookSearch, firstStep, monthsBeyond, readBookSearch } from '#shared/booking/book-search.ts';
import { BookingForm } from '../../booking/form/booking-form.tsx';
import {
  availabilityQuery,
  holdQuery,
  mergeAvailability,
  monthQuery,
  applyChange,
} from '../../booking/booking-queries.ts';
import { failureOfFlash, failureOfSlot } from '../../booking/form/state/failure.ts';
import { hasValues, initialForm, openSlot, postKeyAfter, wasFilledIn } from '../../booking/form/state/initial-form.ts';
import { isLapsedHold, visitorPaidFor } from '../../booking/picker/own-time.ts';
import { PlayMoneyNotice } from '../../components/notices/trial-notices.tsx';
import { pageHead } from '../../shell/page-head.ts';
import { readQuery } from '../../shell/query/query-client.ts';
import { wordRefusal } from '../../wording/refusals.ts';

export const Route = createFileRoute('/book/')({
  validateSearch: readBookSearch,
  loader: {
    // The result must not depend on the search parameters: the router may reuse it for another link.
    handler: async ({ context: { queryClient, rpc, flash }, location }) => {
      const [hold, next, own] = await Promise.all([
        queryClient.fetchQuery(holdQuery(rpc)),
        queryClient.fetchQuery(availabilityQuery(rpc)),
        // Another account may have signed in. Without the profile, the form starts empty.
        queryClient
          .fetchQuery(readQuery(rpc, 'ownDetails', undefined, { staleTime: 0, retry: false }))
          .catch(() => null),
      ]);
      const search = readBookSearch(location.search);
      const months = monthsBeyond(next, shown(search, initialForm({ flash, hold, search, own })));
      await Promise.all(months.map((month) => queryClient.fetchQuery(monthQuery(rpc, month))));
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

/** The shown month, and the chosen day. */
function shown(search: BookSearch, initial: BookingFormValues): BookSearch {
  const chosen = parseSlot(initial.slot);
  return search.date === undefined && chosen ? { ...search, date: chosen.date } : search;
}

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
      <Form />
    </>
  );
}

function Form() {
  const { rpc, site, newKey } = Route.useRouteContext();
  const { flash, own } = Route.useLoaderData();
  // The router keeps invalid search parameters.
  const search = readBookSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const queryClient = useQueryClient();
  const { data: next } = useSuspenseQuery(availabilityQuery(rpc));
  const { data: currentHold } = useSuspenseQuery(holdQuery(rpc));
  // The first values of the fields must not change while the visitor types.
  const [initial] = useState(() => initialForm({ flash, hold: currentHold, search, own }));
  const [wasDone] = useState(() => wasFilledIn({ flash, hold: currentHold, search }));
  const months = monthsBeyond(next, shown(search, initial));
  const later = useQueries({ queries: months.map((month) => monthQuery(rpc, month)) });
  const availability = mergeAvailability(
    next,
    later.map(({ data }) => data),
  );
  const isLoading = later.some(({ isSuccess }) => !isSuccess);
  const [first] = useState(() => {
    const slot = parseSlot(initial.slot);
    const hasSlot = slot !== null && (isLoading || openSlot(availability, slot) !== null);
    return firstStep(search, { hasSlot, wasFilledIn: wasDone });
  });
  const [begin] = useState(() => {
    const slot = parseSlot(initial.slot);
    const hasLapsed = flash?.refusal === 'hold-lapsed' || isLapsedHold(currentHold, slot);
    const wording = wordRefusal(hasLapsed ? 'hold-gone' : 'slot-gone');
    const gone = failureOfSlot(availability, isLoading ? null : slot, wording);
    const failure = (hasLapsed && gone) || (failureOfFlash(flash) ?? gone);
    // After a payment that came too late, the flash says so and offers open times.
    const isOwn = flash?.refusal !== 'slot-lost' && visitorPaidFor(currentHold, slot);
    return {
      initial,
      wasFilledIn: wasDone,
      initialFailure: isOwn && failure?.wording ? null : failure,
      useDraft: !hasValues(flash),
      // Not loader data, because the cached page is sent to many visitors, each with another key.
      postKey: postKeyAfter({ flash, newKey }),
    };
  });
  const refresh = async () => {
    await queryClient.invalidateQueries();
    return {
      availability: mergeAvailability(
        queryClient.getQueryData(availabilityQuery(rpc).queryKey) ?? next,
        months.map((month) => queryClient.getQueryData(monthQuery(rpc, month).queryKey)),
      ),
      hold: queryClient.getQueryData(holdQuery(rpc).queryKey) ?? null,
    };
  };
  return (
    <BookingForm
      {...begin}
      availability={availability}
      isLoading={isLoading}
      site={site}
      currentHold={currentHold}
      initialMonth={search.month ?? null}
      isChosenByAddress={search.service !== undefined}
      step={search.step ?? first}
      hold={rpc.hold}
      onChoice={(chosen) => void navigate({ search: chosen, replace: true, resetScroll: false })}
      onStep={(asked) => void navigate({ search: asked, resetScroll: false })}
      refresh={refresh}
      live={{
        onChange: (change) => {
          if (!applyChange(queryClient, ['availability'], change)) void refresh();
        },
        beyond: months[0] ?? null,
        own: currentHold?.eventId ?? null,
      }}
    />
  );
}
