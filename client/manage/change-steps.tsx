import { Link } from '@tanstack/react-router';
import { shortDate } from '#shared/civil-date.ts';
import { UNLESS_SOLD } from '#shared/late-cancelling.ts';
import type { ManagedBooking } from '#shared/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { buttonClass } from '../components/button.tsx';
import { NextStep, NextSteps } from '../components/next-step.tsx';
import { Section } from '../components/section.tsx';

/** The ways to change a visit, each with what it does to the money; or, when it is over, to the next visit. */
export function ChangeSteps({ booking }: { readonly booking: ManagedBooking }) {
  const { eventId, now, freeChangesThrough, money } = booking;
  if (!now.cancel) return <BookAgain booking={booking} />;
  const kept = formatCents(money.paidCents - money.refundingCents);
  const until = freeChangesThrough ? `through ${shortDate(freeChangesThrough)}` : '';
  return (
    <Section id="change" title="Your plans have changed?">
      <NextSteps>
        {now.canReschedule ? (
          <NextStep
            title="Move the visit"
            action={
              <Link to="/booking/$eventId/reschedule" params={{ eventId }} className={buttonClass('primary')}>
                Pick another time
              </Link>
            }
          >
            To any open time of the same length. It costs nothing {until}, and you keep your time until the new one is
            yours.
          </NextStep>
        ) : null}
        <NextStep
          title="Cancel the visit"
          action={
            <Link to="/booking/$eventId/cancel" params={{ eventId }} className={buttonClass()}>
              {now.cancel === 'refund' ? 'Cancel and get the money back' : 'See what cancelling means'}
            </Link>
          }
        >
          {now.cancel === 'refund'
            ? `All of your ${kept} goes back to your card ${until}. The next page asks once more.`
            : `Free changes have ended: your ${kept} ${now.cancel === 'keep' ? 'stays with us, as the time can no longer be booked again.' : `is kept, ${UNLESS_SOLD}. Then all of it comes back.`}`}
        </NextStep>
      </NextSteps>
    </Section>
  );
}

function BookAgain({ booking: { service, state } }: { readonly booking: ManagedBooking }) {
  const isOver = state === 'confirmed' || state === 'completed';
  return (
    <Section title={isOver ? 'Something left to do?' : 'Another time?'}>
      <p className="max-w-prose">
        {isOver
          ? 'Book another visit the same way.'
          : 'The booking page shows what is open. You pay for a new visit as you did for this one.'}
      </p>
      <Link to="/book" search={{ service }} className={`${buttonClass('primary')} mt-5`}>
        {isOver ? 'Book again' : 'See open times'}
      </Link>
    </Section>
  );
}
