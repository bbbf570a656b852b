import { useEffect, useRef } from 'react';
import { type ManagedBooking, whyLost } from '#shared/booking/managed-booking.ts';
import { PrimaryLink, type Elements, PageHeading } from '../components/page.tsx';
import { Notice, Worded } from '../components/notices/notice.tsx';
import { focusHeadingIfLost } from '../shell/layout/page-focus.ts';
import { wordChangeRefusal } from '../wording/refusals.ts';
import { FixedTerms } from './fixed-terms.tsx';

interface Parts {
  readonly booking: ManagedBooking;
  /** Null if the page was only opened. */
  readonly refused: string | null;
  /** Then it takes the focus. */
  readonly replacesForm: boolean;
  /** Besides the way back to the visit. */
  readonly children?: Elements;
}

export function NothingToChange({ booking, refused, replacesForm, children }: Parts) {
  const { title, text } = wordChangeRefusal(booking.now.cancel ? 'too-late' : whyUnchangeable(booking));
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!replacesForm) return;
    if (noticeRef.current) noticeRef.current.focus();
    else focusHeadingIfLost();
  }, [replacesForm]);
  return (
    <>
      <PageHeading
        title={title}
        lead={
          <>
            <Worded text={text} />
            <FixedTerms booking={booking} />
          </>
        }
      />
      {refused === null ? null : (
        <div className="mb-6 max-w-3xl">
          <Notice tone="danger" role="alert" tabIndex={-1} ref={noticeRef}>
            <p>{refused}</p>
          </Notice>
        </div>
      )}
      <p className="flex flex-wrap gap-3">
        <PrimaryLink to="/booking/$eventId" params={{ eventId: booking.eventId }}>
          Back to your visit
        </PrimaryLink>
        {children}
      </p>
    </>
  );
}

function whyUnchangeable({ state, isOver, money }: ManagedBooking) {
  if (whyLost(state, money.reason)) return 'never-booked';
  if (state !== 'confirmed') return 'not-confirmed';
  return isOver ? 'visit-over' : 'visit-started';
}
