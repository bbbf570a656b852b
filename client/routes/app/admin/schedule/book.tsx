import { ALL_CLAIMS } from '#shared/booking/session-type.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CivilDate } from '#shared/civil-date.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { FoundCustomers, PhoneSearch } from '#shared/owner/phone-booking.ts';
import { PostedRefusal, postedOf } from '../../../../account/forms/failure.tsx';
import { postKeyAfter } from '../../../../booking/form/state/initial-form.ts';
import { PhoneForm } from '../../../../owner/phone/phone-form.tsx';
import { phoneValues, readPhoneSearch } from '../../../../owner/phone/phone-values.ts';
import { PageHeading } from '../../../../components/page.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import type { RouterContext } from '../../../../shell/router-context.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

const NO_CUSTOMERS: FoundCustomers = { found: [], hasMore: false, chosen: null };

/** The requested day, unless it is over, or the next open one. */
async function dayAndTimes({ queryClient, rpc }: RouterContext, asked: CivilDate | undefined) {
  const uncached = { staleTime: 0 };
  const { slots, today } = await queryClient.fetchQuery(
    readQuery(rpc, 'openTimes', { ...(asked && { from: asked }) }, uncached),
  );
  const date = asked && asked >= today ? asked : (slots[0]?.date ?? today);
  return { slots, schedule: await queryClient.fetchQuery(readQuery(rpc, 'schedule', { view: 'day', date }, uncached)) };
}

export const Route = createFileRoute('/app/admin/schedule/book')({
  validateSearch: (raw: Record<string, unknown>): PhoneSearch => readPhoneSearch(raw),
  loaderDeps: ({ search }) => ({ search: readPhoneSearch({ ...search }) }),
  ...ownerPage('Book by phone', ['control', 'control', 'control', 'control']),
  loader: async ({ context, deps: { search } }) => {
    const { queryClient, rpc, flash, newKey } = context;
    const { date, unit, q = '', customer = '' } = search;
    const [{ schedule, slots }, customers] = await Promise.all([
      dayAndTimes(context, date),
      q === '' && customer === ''
        ? NO_CUSTOMERS
        : queryClient.fetchQuery(readQuery(rpc, 'customers', { search: q, chosen: customer })),
    ]);
    const claim = unit ?? slots.find((slot) => slot.date === schedule.date)?.claim ?? ALL_CLAIMS[0]!;
    const values = phoneValues({ flash, chosen: customers.chosen, date: schedule.date, claim });
    const postKey = postKeyAfter({ flash, newKey });
    return { search, schedule, slots, customers, values, posted: postedOf(flash), postKey };
  },
  component: BookByPhone,
});

function BookByPhone() {
  const { schedule, ...loaded } = Route.useLoaderData();
  const { rpc } = Route.useRouteContext();
  const [date, setDate] = useState(schedule.date);
  const [wasRefused, setWasRefused] = useState(false);
  const queryClient = useQueryClient();
  const isLoaded = date === schedule.date && !wasRefused;
  const { data, isError } = useQuery({ ...dayQuery(rpc, date), enabled: !isLoaded });
  const [day] = (isLoaded ? null : data)?.days ?? schedule.days;
  return (
    <>
      <PageHeading title="Book by phone" lead="For a customer who calls and pays you directly." />
      <PostedRefusal posted={loaded.posted} except={['bookByPhone']} />
      {day ? (
        <PhoneForm
          {...loaded}
          day={day}
          isOtherDay={isError && !isLoaded}
          today={schedule.today}
          find={(sought) => rpc.customers({ search: sought, chosen: '' })}
          onDate={setDate}
          onRefused={() => {
            setWasRefused(true);
            void queryClient.invalidateQueries({ queryKey: DAYS });
          }}
        />
      ) : null}
    </>
  );
}

const DAYS = ['owner', 'day'];

/** Short, because customers book while the owner is on the phone. */
const FRESH_MS = 30_000;

/** While another day is loading, the last one stays. */
function dayQuery(rpc: AppRpc, date: CivilDate) {
  return queryOptions({
    queryKey: [...DAYS, date],
    queryFn: ({ signal }) => rpc.schedule({ view: 'day', date }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
