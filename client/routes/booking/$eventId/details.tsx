import { Link, createFileRoute } from '@tanstack/react-router';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { failureOfPosted, postedOf } from '../../../account/forms/failure.ts';
import { FailureNotice } from '../../../account/forms/failure-notice.tsx';
import { buttonClass } from '../../../components/button.tsx';
import { EmailOrCall } from '../../../components/notices/email-or-call.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { LoneLink } from '../../../components/text-link.tsx';
import { DetailsForm } from '../../../account/forms/details-form.tsx';
import { useBooking } from '../../../manage/booking-queries.ts';
import { titleHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/booking/$eventId/details')({
  loader: ({ context: { flash } }) => ({
    posted: postedOf(flash),
    confirmed: flash && flash.refusal !== null ? (flash.values['confirmed'] ?? []) : null,
  }),
  head: titleHead('Correct your details'),
  shouldReload: ({ cause }) => cause !== 'stay',
  component: Details,
});

function Details() {
  const { site } = Route.useRouteContext();
  const { posted, confirmed } = Route.useLoaderData();
  const { eventId, service, date, claim, visit, canCorrect, isOver, state } = useBooking();
  const lead = `${SESSION_TYPES[service].label}, ${slotWords({ date, claim })}.`;
  if (visit && canCorrect) {
    return (
      <>
        <PageHeading title="Correct your details" lead={`${lead} The time and the price stay the same.`} />
        <DetailsForm eventId={eventId} details={visit} posted={posted} confirmed={confirmed} site={site} />
        <p className="mt-4">
          <LoneLink to="/booking/$eventId" params={{ eventId }}>
            Leave them as they are
          </LoneLink>
        </p>
      </>
    );
  }
  const isAhead = visit !== null && state === 'confirmed' && !isOver;
  return (
    <>
      <PageHeading title={isAhead ? 'We’ll correct it for you' : 'There’s nothing left to correct'} lead={lead} />
      <FailureNotice failure={failureOfPosted(posted)} id="refused" />
      {isAhead ? (
        <p className="mt-5 mb-5 max-w-prose">
          An email with a link can reach the wrong person, so the link alone doesn’t open your details for changes. You
          can correct them for a day in the browser you paid with, or signed in to the account you booked with.
          Otherwise, <EmailOrCall site={site} verb="email" />, and we’ll do it.
        </p>
      ) : (
        <p className="mt-5 mb-5 max-w-prose">
          The visit is over or canceled. If something about it is wrong, <EmailOrCall site={site} verb="email" />.
        </p>
      )}
      <Link to="/booking/$eventId" params={{ eventId }} className={buttonClass('primary')}>
        Back to your visit
      </Link>
    </>
  );
}
