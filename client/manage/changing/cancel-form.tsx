import { useEffect, useRef, useState } from 'react';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { CancelOutcome, ManagedBooking } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { Button, ButtonLink } from '../../components/actions.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { ActionForm } from '../../shell/action-form.tsx';
import { cancelTerms, centsBackAtOnce } from '../../wording/booking-states.ts';
import { changeFailureOf, withVisit } from './change-failure.ts';

interface Parts {
  readonly booking: ManagedBooking;
  readonly timeZone: string;
  readonly outcome: CancelOutcome;
  readonly postKey: string;
  readonly initialFailure: BookingFailure | null;
  readonly onCanceled: () => Promise<void>;
  readonly onRefused: (error: unknown) => Promise<void>;
}

export function CancelForm({ booking, timeZone, outcome, postKey, initialFailure, onCanceled, onRefused }: Parts) {
  const [failure, setFailure] = useState(initialFailure);
  const [refusals, setRefusals] = useState(0);
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) noticeRef.current?.focus();
  }, [refusals]);

  const refusal = withVisit(failure, booking)?.wording;
  const { title, text, note } = cancelTerms(booking, outcome, timeZone);
  const { money } = booking;
  return (
    <ActionForm
      call="cancel"
      fields={{ eventId: booking.eventId, from: slotValue(booking), expects: outcome, key: postKey }}
      className="flex max-w-3xl flex-col gap-6"
      onDone={async () => {
        await onCanceled();
        return true;
      }}
      onRefused={async (error) => {
        await onRefused(error);
        setFailure(changeFailureOf(error));
        setRefusals((count) => count + 1);
      }}
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
          <Notice tone={outcome === 'refund' ? 'info' : 'caution'} title={title}>
            <p className="max-w-prose">{text}</p>
            {note ? <p className="mt-3 max-w-prose text-sm">{note}</p> : null}
          </Notice>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="danger" aria-disabled={isPending}>
              {isPending
                ? 'One moment…'
                : outcome === 'refund'
                  ? cancelInTime(centsBackAtOnce(booking))
                  : `Cancel the visit: we keep ${formatCents(money.paidCents - money.refundingCents)}`}
            </Button>
            <ButtonLink to="/booking/$eventId" params={{ eventId: booking.eventId }}>
              Keep the visit
            </ButtonLink>
          </div>
        </>
      )}
    </ActionForm>
  );
}

function cancelInTime(centsBack: number): string {
  return centsBack > 0 ? `Cancel the visit and get ${formatCents(centsBack)} back` : 'Cancel the visit';
}
