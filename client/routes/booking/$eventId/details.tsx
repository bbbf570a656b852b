import { createFileRoute } from '@tanstack/react-router';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { failureOfPosted, postedOf, type Posted, FailureNotice } from '../../../account/forms/failure.tsx';
import { PrimaryLink, LoneLink, PageHeading } from '../../../components/page.tsx';
import { EmailOrCall } from '../../../components/notices/notice.tsx';
import { useBooking } from '../../../manage/booking-queries.ts';
import { titleHead } from '../../../shell/page-head.ts';
import { useState } from 'react';
import { readBookingForm } from '#shared/booking/booking-form.ts';
import { CORRECTED_FIELDS, type CorrectableDetails, forEachField } from '#shared/booking/booking-fields.ts';
import type { Site } from '#shared/business/site.ts';
import { ContactFields, PlaceFields } from '../../../booking/form/visit-fields.tsx';
import { AccountForm, useAccountForm } from '../../../account/forms/account-form.tsx';

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
      <PrimaryLink to="/booking/$eventId" params={{ eventId }}>
        Back to your visit
      </PrimaryLink>
    </>
  );
}

interface Parts {
  readonly eventId: string;
  readonly details: CorrectableDetails;
  readonly posted: Posted | null;
  /** Confirmed in a refused plain post; null before a post. */
  readonly confirmed: readonly string[] | null;
  readonly site: Site;
}

/** The same fields as when it was booked. */
function DetailsForm({ eventId, details, posted, confirmed, site }: Parts) {
  const form = useAccountForm('correctDetails', { posted, initial: details });
  const values = forEachField(CORRECTED_FIELDS, (name) => form.field(name).defaultValue ?? '');
  // The visit was booked with these answers, so the form doesn't ask about them again.
  const [answers, setAnswers] = useState({ ...values, confirmed: confirmed ?? [details.address, details.email] });
  const parts = { values, answers, errors: form.failure?.fields ?? {} };

  function readAnswers() {
    if (form.formRef.current) setAnswers(readBookingForm(new FormData(form.formRef.current)));
  }

  return (
    <div onInput={readAnswers} onSubmitCapture={readAnswers}>
      <AccountForm form={form} button="Correct my details" fields={{ eventId }}>
        <ContactFields {...parts} />
        <PlaceFields {...parts} site={site} />
        <p>
          We’ll email you the confirmation with a new link to your visit. The links in earlier emails stop working, and
          nothing more goes to an address that you replace.
        </p>
      </AccountForm>
    </div>
  );
}
