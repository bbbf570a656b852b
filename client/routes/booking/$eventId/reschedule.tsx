import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, createFileRoute } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { slotOf } from '#shared/booking/book-search.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { postKeyAfter } from '../../../booking/form/state/initial-form.ts';
import { buttonClass, ButtonLink, PageHeading } from '../../../components/page.tsx';
import { orNotFound, rescheduleQuery, useBooking } from '../../../manage/booking-queries.ts';
import { changeFailureOfFlash } from '../../../manage/changing/change-failure.ts';
import { FixedTerms } from '../../../manage/fixed-terms.tsx';
import { MoveForm, readMoveSearch } from '../../../manage/changing/move-form.tsx';
import { NothingToChange } from '../../../manage/nothing-to-change.tsx';
import { titleHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/booking/$eventId/reschedule')({
  validateSearch: readMoveSearch,
  loader: {
    handler: async ({ context: { queryClient, rpc, flash, newKey }, params: { eventId } }) => {
      await orNotFound(queryClient.fetchQuery(rescheduleQuery(rpc, eventId)));
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
          <ButtonLink to="/booking/$eventId/cancel" params={{ eventId }}>
            See what canceling means
          </ButtonLink>
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
      <Picker booking={booking} onStale={setRefused} />
    </>
  );
}

function Picker(parts: Omit<ComponentProps<typeof MoveForm>, 'availability'>) {
  const { rpc } = Route.useRouteContext();
  const { data } = useSuspenseQuery(rescheduleQuery(rpc, parts.booking.eventId));
  // Null if the link was replaced.
  return data && <MoveForm {...parts} availability={data} />;
}
