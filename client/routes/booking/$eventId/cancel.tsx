import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { postKeyAfter } from '../../../booking/form/state/initial-form.ts';
import { centsBackAtOnce } from '../../../wording/booking-states.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { TextLink } from '../../../components/actions.tsx';
import { CancelForm } from '../../../manage/changing/cancel-form.tsx';
import { changeFailureOfFlash, isStaleVisit } from '../../../manage/changing/change-failure.ts';
import { VisitTerms } from '../../../manage/fixed-terms.tsx';
import { NothingToChange } from '../../../manage/nothing-to-change.tsx';
import { useAfterChange } from '../../../manage/changing/use-after-change.ts';
import { useBooking } from '../../../manage/booking-queries.ts';
import { titleHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/booking/$eventId/cancel')({
  loader: ({ context: { flash, newKey } }) => ({
    initialFailure: changeFailureOfFlash(flash),
    postKey: postKeyAfter({ flash, newKey }),
  }),
  head: titleHead('Cancel your visit?'),
  shouldReload: ({ cause }) => cause !== 'stay',
  component: Cancel,
});

function Cancel() {
  const { site } = Route.useRouteContext();
  const loaded = Route.useLoaderData();
  const [begin] = useState(loaded);
  const queryClient = useQueryClient();
  const booking = useBooking();
  const { eventId, now } = booking;
  const afterChange = useAfterChange(eventId);
  const [hadForm] = useState(now.cancel !== null);
  const [wasRefused, setWasRefused] = useState(begin.initialFailure !== null);
  const isRefunded = now.cancel === 'refund' && centsBackAtOnce(booking) > 0;
  if (!now.cancel) {
    return (
      <NothingToChange
        booking={booking}
        refused={wasRefused ? 'Pressing the button changed nothing.' : null}
        replacesForm={hadForm}
      />
    );
  }

  async function refuse(error: unknown) {
    const refreshed = queryClient.invalidateQueries({ queryKey: ['booking', eventId], exact: true });
    if (!isStaleVisit(error)) return;
    setWasRefused(true);
    await refreshed;
  }

  return (
    <>
      <PageHeading title="Cancel your visit?" lead={<VisitTerms booking={booking} />} />
      <CancelForm
        {...begin}
        booking={booking}
        timeZone={site.timeZone}
        outcome={now.cancel}
        onCanceled={() => afterChange(isRefunded ? 'Canceled. Your money is on its way back.' : 'Canceled.')}
        onRefused={refuse}
      />
      {now.canReschedule ? (
        <p className="mt-8">
          Would another day work?{' '}
          <TextLink to="/booking/$eventId/reschedule" params={{ eventId }}>
            Move it instead
          </TextLink>
          , at no charge.
        </p>
      ) : null}
    </>
  );
}
