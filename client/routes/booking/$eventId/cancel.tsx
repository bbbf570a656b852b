import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { slotValue } from '#shared/booking/booking-form.ts';
import { formatCents } from '#shared/money.ts';
import { postKeyAfter } from '../../../booking/form/state/initial-form.ts';
import { cancelTerms, centsBackAtOnce } from '../../../wording/booking-states.ts';
import { Button, ButtonLink, TextLink, PageHeading } from '../../../components/page.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import {
  changeFailureOf,
  changeFailureOfFlash,
  isStaleVisit,
  withVisit,
} from '../../../manage/changing/change-failure.ts';
import { VisitTerms } from '../../../manage/fixed-terms.tsx';
import { NothingToChange } from '../../../manage/nothing-to-change.tsx';
import { useAfterChange, useBooking } from '../../../manage/booking-queries.ts';
import { ActionForm } from '../../../shell/action-form.tsx';
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
  const [{ initialFailure, postKey }] = useState(loaded);
  const queryClient = useQueryClient();
  const booking = useBooking();
  const { eventId, now, money } = booking;
  const afterChange = useAfterChange(eventId);
  const [hadForm] = useState(now.cancel !== null);
  const [failure, setFailure] = useState(initialFailure);
  const [wasRefused, setWasRefused] = useState(initialFailure !== null);
  const [refusals, setRefusals] = useState(0);
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) noticeRef.current?.focus();
  }, [refusals]);
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
    if (isStaleVisit(error)) {
      setWasRefused(true);
      await refreshed;
    }
    setFailure(changeFailureOf(error));
    setRefusals((count) => count + 1);
  }

  const isInTime = now.cancel === 'refund';
  const centsBack = centsBackAtOnce(booking);
  const refusal = withVisit(failure, booking)?.wording;
  const { title, text, note } = cancelTerms(booking, now.cancel, site.timeZone);
  const inTime = centsBack > 0 ? `Cancel the visit and get ${formatCents(centsBack)} back` : 'Cancel the visit';
  const late = `Cancel the visit: we keep ${formatCents(money.paidCents - money.refundingCents)}`;
  return (
    <>
      <PageHeading title="Cancel your visit?" lead={<VisitTerms booking={booking} />} />
      <ActionForm
        call="cancel"
        fields={{ eventId, from: slotValue(booking), expects: now.cancel, key: postKey }}
        className="flex max-w-3xl flex-col gap-6"
        onDone={async () => {
          await afterChange(isInTime && centsBack > 0 ? 'Canceled. Your money is on its way back.' : 'Canceled.');
          return true;
        }}
        onRefused={refuse}
      >
        {(isPending) => (
          <>
            {refusal ? (
              <Notice
                tone="danger"
                title={refusal.title}
                text={refusal.text}
                role="alert"
                tabIndex={-1}
                ref={noticeRef}
              />
            ) : null}
            <Notice tone={isInTime ? 'info' : 'caution'} title={title}>
              <p className="max-w-prose">{text}</p>
              {note ? <p className="mt-3 max-w-prose text-sm">{note}</p> : null}
            </Notice>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="danger" aria-disabled={isPending}>
                {isPending ? 'One moment…' : isInTime ? inTime : late}
              </Button>
              <ButtonLink to="/booking/$eventId" params={{ eventId }}>
                Keep the visit
              </ButtonLink>
            </div>
          </>
        )}
      </ActionForm>
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
