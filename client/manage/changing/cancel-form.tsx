import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { slotValue } from '#shared/booking/booking-form.ts';
import type { CancelOutcome, ManagedBooking } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { Worded } from '../../components/notices/worded.tsx';
import { PostForm } from '../../shell/post-form.tsx';
import { useOneAtATime } from '../../shell/use-one-at-a-time.ts';
import { cancelTerms, centsBackAtOnce } from '../../wording/booking-states.ts';
import { changeFailureOf, isStaleVisit, withVisit } from './change-failure.ts';

interface Parts {
  readonly booking: ManagedBooking;
  readonly timeZone: string;
  /** The outcome of a cancellation now. */
  readonly outcome: CancelOutcome;
  readonly postKey: string;
  readonly initialFailure: BookingFailure | null;
  readonly cancel: (expects: CancelOutcome) => Promise<void>;
  /** Fetches the booking again. */
  readonly onStale: () => Promise<void>;
}

/** Says what happens to the money, above the button. */
export function CancelForm({ booking, timeZone, outcome, postKey, initialFailure, cancel, onStale }: Parts) {
  const [failure, setFailure] = useState(initialFailure);
  const { isPending, take, end } = useOneAtATime();
  const [refusals, setRefusals] = useState(0);
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) noticeRef.current?.focus();
  }, [refusals]);

  async function send() {
    if (!take()) return;
    try {
      await cancel(outcome);
    } catch (error) {
      const refreshed = onStale();
      if (isStaleVisit(error)) await refreshed;
      setFailure(changeFailureOf(error));
      setRefusals((count) => count + 1);
      end();
    }
  }

  const refusal = withVisit(failure, booking)?.wording;
  const { title, text, note } = cancelTerms(booking, outcome, timeZone);
  const { money } = booking;
  return (
    <PostForm
      call="cancel"
      className="flex max-w-3xl flex-col gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <input type="hidden" name="eventId" value={booking.eventId} />
      <input type="hidden" name="from" value={slotValue(booking)} />
      <input type="hidden" name="expects" value={outcome} />
      <input type="hidden" name="key" value={postKey} />
      {refusal ? (
        <Notice tone="danger" title={refusal.title} role="alert" tabIndex={-1} ref={noticeRef}>
          <p>
            <Worded text={refusal.text} />
          </p>
        </Notice>
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
        <Link to="/booking/$eventId" params={{ eventId: booking.eventId }} className={buttonClass()}>
          Keep the visit
        </Link>
      </div>
    </PostForm>
  );
}

function cancelInTime(centsBack: number): string {
  return centsBack > 0 ? `Cancel the visit and get ${formatCents(centsBack)} back` : 'Cancel the visit';
}
