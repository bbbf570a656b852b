import type { Ticket } from '#shared/calls/contract.ts';
import type { Site } from '#shared/business/site.ts';
import { EmailOrCall } from '../../components/notices/notice.tsx';
import { TextLink, buttonClass, ButtonLink, NextStep, NextSteps as StepList } from '../../components/page.tsx';
import { calendarPath } from '#shared/booking/calendar-path.ts';
import { shortDate } from '#shared/civil-date.ts';
import { freeUntil, soldAgain } from '#shared/booking/notice-policy.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { lateTerms } from '../../wording/slot-words.ts';

function changeTerms({ freeChangesThrough, today, service }: Ticket, outcome: CancelOutcome): string {
  if (outcome === 'refund' && freeChangesThrough) {
    return `Free ${freeUntil(freeChangesThrough, today)}: move the visit, or cancel for a full refund.`;
  }
  if (outcome === 'keep') {
    return `It’s too late to cancel for free, and no one can book ${soldAgain(service)} anymore: if you cancel now, we keep the payment.`;
  }
  const terms = lateTerms(service);
  return freeChangesThrough ? `Free changes ended ${shortDate(freeChangesThrough)}. ${terms}` : terms;
}

export function NextSteps({ ticket }: { readonly ticket: Ticket }) {
  const { eventId, cancel, opensHere } = ticket;
  return (
    <section aria-labelledby="next-steps" className="no-print mt-10 max-w-3xl">
      <h2 id="next-steps" className="mb-4 text-2xl">
        What’s next
      </h2>
      <StepList>
        <NextStep
          title="Keep the day free"
          action={
            <a href={calendarPath(eventId)} className={buttonClass('primary')}>
              Add to calendar
            </a>
          }
        >
          Works with any calendar, and reminds you the day before.
        </NextStep>
        {cancel === null ? null : (
          <NextStep
            title="Change or cancel"
            action={
              opensHere ? (
                <ButtonLink to="/booking/$eventId" params={{ eventId }}>
                  Open your booking
                </ButtonLink>
              ) : (
                <ButtonLink to="/lost-link">Email me the link</ButtonLink>
              )
            }
          >
            <span>{changeTerms(ticket, cancel)}</span>{' '}
            <span>
              {opensHere
                ? 'Your booking opens on this device for a day, and anywhere else from the link in our email.'
                : 'Your booking opens from the link in our email.'}
            </span>
          </NextStep>
        )}
      </StepList>
      <p className="mt-8">
        <a href="/about" className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
          How a visit goes
        </a>
      </p>
    </section>
  );
}

/** So that a wrong address is noticed and corrected. */
export function MailedTo({ ticket: { eventId, mailedTo, canCorrect }, site }: { ticket: Ticket; site: Site }) {
  if (mailedTo === null) return null;
  return (
    <p className="mb-6 max-w-prose wrap-anywhere">
      <span>We’ve emailed the details to </span>
      <strong className="inline-block max-w-full">{mailedTo}</strong>
      <span>. Wrong address? </span>
      {canCorrect ? (
        <span>
          <TextLink to="/booking/$eventId/details" params={{ eventId }}>
            Correct it
          </TextLink>
          .
        </span>
      ) : (
        <span>
          <EmailOrCall site={site} verb="Email" />, and we’ll correct it.
        </span>
      )}
    </p>
  );
}
