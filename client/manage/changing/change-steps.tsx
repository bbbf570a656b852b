import { Link } from '@tanstack/react-router';
import { freeUntil, keptUnlessSold, soldAgain } from '#shared/booking/notice-policy.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { buttonClass, ButtonLink, PrimaryLink, Section, NextStep, NextSteps } from '../../components/page.tsx';
import { centsBackAtOnce, endedWords } from '../../wording/booking-states.ts';

export function ChangeSteps({ booking }: { readonly booking: ManagedBooking }) {
  const { eventId, now, freeChangesThrough, today, money } = booking;
  if (!now.cancel) return <BookAgain booking={booking} />;
  const kept = formatCents(money.paidCents - money.refundingCents);
  const refunds = now.cancel === 'refund' && centsBackAtOnce(booking) > 0;
  const until = freeChangesThrough ? freeUntil(freeChangesThrough, today) : '';
  return (
    <Section id="change" title="Plans changed?">
      <NextSteps>
        {now.canReschedule ? (
          <NextStep
            title="Move the visit"
            action={
              <PrimaryLink to="/booking/$eventId/reschedule" params={{ eventId }}>
                Pick another time
              </PrimaryLink>
            }
          >
            To any open time of the same length. It’s free <span>{until}</span>, and you keep your time until the new
            one is yours.
          </NextStep>
        ) : null}
        <NextStep
          title="Cancel the visit"
          action={
            <ButtonLink to="/booking/$eventId/cancel" params={{ eventId }}>
              {refunds ? 'Cancel for a full refund' : 'See what canceling means'}
            </ButtonLink>
          }
        >
          {now.cancel === 'refund'
            ? `Cancel ${until}${refunds ? `, and you get all of your ${kept} back` : ''}. The next page asks you to confirm.`
            : `${endedWords(freeChangesThrough)} ${now.cancel === 'keep' ? `If you cancel now, we keep your ${kept}: ${soldAgain(booking.service)} can’t be booked anymore.` : `If you cancel now, ${keptUnlessSold(`your ${kept}`, booking.service)}`}`}
        </NextStep>
      </NextSteps>
    </Section>
  );
}

function BookAgain({ booking: { service, state } }: { readonly booking: ManagedBooking }) {
  const isOver = state === 'confirmed' || state === 'completed';
  return (
    <Section title={isOver ? 'Anything else that needs doing?' : 'Need another time?'}>
      <p className="max-w-prose">
        {isOver
          ? 'Book another visit the same way.'
          : 'The booking page shows what’s open. A new visit is a new booking and a new payment.'}
      </p>
      <Link to="/book" search={{ service }} className={`${buttonClass('primary')} mt-5`}>
        {isOver ? 'Book again' : 'See open times'}
      </Link>
    </Section>
  );
}
