import { useState } from 'react';
import { readBookingForm } from '#shared/booking/booking-form.ts';
import { CORRECTED_FIELDS, type CorrectableDetails, forEachField } from '#shared/booking/booking-fields.ts';
import type { Site } from '#shared/business/site.ts';
import { ContactFields, PlaceFields } from '../../booking/form/visit-fields.tsx';
import { AccountForm, useAccountForm } from './account-form.tsx';
import type { Posted } from './failure.ts';

interface Parts {
  readonly eventId: string;
  readonly details: CorrectableDetails;
  readonly posted: Posted | null;
  /** Doubtful answers that were confirmed in a plain post, which was refused; null before a post. */
  readonly confirmed: readonly string[] | null;
  readonly site: Site;
}

/** The form that corrects a visit's details: the same fields as when it was booked. */
export function DetailsForm({ eventId, details, posted, confirmed, site }: Parts) {
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
