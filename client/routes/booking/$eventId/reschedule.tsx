import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { Slot } from '#shared/booking/availability.ts';
import { slotFor, slotValue } from '#shared/booking/booking-form.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { Contract } from '#shared/calls/contract.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import type { InputOf } from '#shared/calls/rpc.ts';
import { type BookSearch, monthsBeyond, readBookSearch, slotOf } from '#shared/booking/book-search.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { applyChange, holdQuery, mergeAvailability } from '../../../booking/booking-queries.ts';
import { forgetKey, keyFor } from '../../../booking/form/state/draft.ts';
import { postKeyAfter } from '../../../booking/form/state/initial-form.ts';
import { buttonClass } from '../../../components/button.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { orNotFound, rescheduleQuery, useBooking, withOwnTime } from '../../../manage/booking-queries.ts';
import { changeFailureOfFlash, isStaleVisit } from '../../../manage/changing/change-failure.ts';
import { FixedTerms } from '../../../manage/fixed-terms.tsx';
import { MoveForm } from '../../../manage/changing/move-form.tsx';
import { NothingToChange } from '../../../manage/nothing-to-change.tsx';
import { useAfterChange } from '../../../manage/changing/use-after-change.ts';
import { titleHead } from '../../../shell/page-head.ts';

type MoveSearch = Pick<BookSearch, 'month' | 'date' | 'claim'>;

function readMoveSearch(search: Record<string, unknown>): MoveSearch {
  const { service: _service, step: _step, ...shown } = readBookSearch(search);
  return shown;
}

export const Route = createFileRoute('/booking/$eventId/reschedule')({
  validateSearch: readMoveSearch,
  loader: {
    handler: async ({ context: { queryClient, rpc, flash, newKey }, params: { eventId }, location }) => {
      const next = await orNotFound(queryClient.fetchQuery(rescheduleQuery(rpc, eventId, null)));
      const months = next ? monthsBeyond(next, readMoveSearch(location.search)) : [];
      await Promise.all(months.map((month) => queryClient.fetchQuery(rescheduleQuery(rpc, eventId, month))));
      return { initialFailure: changeFailureOfFlash(flash), postKey: postKeyAfter({ flash, newKey }) };
    },
    // After a move, Back shows the current days.
    staleReloadMode: 'blocking',
  },
  // A choice changes the address only; the loader's data stays.
  shouldReload: ({ cause }) => cause !== 'stay',
  head: titleHead('Move your visit'),
  component: Reschedule,
});

function Reschedule() {
  const booking = useBooking();
  const { initialFailure } = Route.useLoaderData();
  const { eventId, now } = booking;
  const search = readMoveSearch({ ...Route.useSearch() });
  const [hadForm] = useState(now.canReschedule);
  const [refused, setRefused] = useState(initialFailure ? slotOf(search) : null);
  if (!now.canReschedule) {
    return (
      <NothingToChange
        booking={booking}
        refused={refused && `It was not moved to ${slotWords(refused)}.`}
        replacesForm={hadForm}
      >
        {now.cancel ? (
          <Link to="/booking/$eventId/cancel" params={{ eventId }} className={buttonClass()}>
            See what canceling means
          </Link>
        ) : null}
      </NothingToChange>
    );
  }
  return (
    <>
      <PageHeading
        title="Move your visit"
        lead={
          <span>
            It is booked for <span>{slotWords(booking)}</span>. Moving it costs nothing.
            <FixedTerms booking={booking} />
          </span>
        }
      />
      {/* Wider windows have it beside the picker. */}
      <p className="-mt-4 mb-6 lg:hidden">
        <Link to="/booking/$eventId" params={{ eventId }} className={`${buttonClass('quiet')} -ml-4`}>
          Leave it as it is
        </Link>
      </p>
      <Picker booking={booking} onRefused={setRefused} />
    </>
  );
}

function Picker({ booking, onRefused }: { booking: ManagedBooking; onRefused: (slot: Slot | null) => void }) {
  const { rpc } = Route.useRouteContext();
  const { eventId, service, date, claim } = booking;
  const loaded = Route.useLoaderData();
  const [begin] = useState(loaded);
  const search = readMoveSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const queryClient = useQueryClient();
  const afterChange = useAfterChange(eventId);
  const { data: next } = useSuspenseQuery(rescheduleQuery(rpc, eventId, null));
  const [beyond] = next ? monthsBeyond(next, search) : [];
  const later = useQuery({ ...rescheduleQuery(rpc, eventId, beyond ?? null), enabled: beyond !== undefined });
  // Only to notice its changes: the days already mark the hold.
  const { data: hold = null } = useQuery(holdQuery(rpc));
  if (!next) return null;

  const asked = slotFor(service, slotOf(search));
  // After a move, the address may still name the visit's current time.
  const initialSlot = asked && slotValue(asked) === slotValue(booking) ? null : asked;
  const choose = (slot: Slot | null, month: CivilMonth | null) =>
    void navigate({
      search: { ...(slot && { date: slot.date, claim: slot.claim }), ...(month && { month }) },
      replace: true,
      resetScroll: false,
    });

  async function move(slot: Slot | null) {
    const request = { eventId, from: { date, claim }, ...slot };
    try {
      await rpc.reschedule({ ...request, key: keyFor(request) } as InputOf<Contract['reschedule']>);
    } catch (error) {
      if (isStaleVisit(error)) onRefused(slot);
      throw error;
    }
    forgetKey();
    await afterChange(slot ? `Moved to ${slotWords(slot)}.` : 'Moved.');
  }

  async function refresh() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['booking', eventId] }),
      queryClient.invalidateQueries({ queryKey: holdQuery(rpc).queryKey }),
    ]);
    const known = (month: CivilMonth | null) => queryClient.getQueryData(rescheduleQuery(rpc, eventId, month).queryKey);
    return {
      availability: mergeAvailability(known(null) ?? next!, [(beyond && known(beyond)) ?? undefined]),
      hold: queryClient.getQueryData(holdQuery(rpc).queryKey) ?? null,
    };
  }

  return (
    <MoveForm
      {...begin}
      booking={booking}
      availability={mergeAvailability(next, beyond && later.data ? [later.data] : [])}
      isLoading={beyond !== undefined && !later.isSuccess}
      initialSlot={initialSlot}
      month={search.month ?? null}
      onMonth={(month, slot) => choose(slot, month)}
      onSlot={(slot) => choose(slot, search.month ?? null)}
      move={move}
      live={{
        onChange: ({ today, days }) => {
          const change = { today, days: withOwnTime(days, booking) };
          if (!applyChange(queryClient, ['booking', eventId, 'availability'], change)) void refresh();
        },
        beyond: beyond ?? null,
        own: hold?.eventId ?? null,
      }}
      hold={hold}
      refresh={refresh}
    />
  );
}
