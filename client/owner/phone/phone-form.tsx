import { useRef } from 'react';
import type { Slot } from '#shared/booking/availability.ts';
import { CITIES } from '#shared/business/cities.ts';
import { type CivilDate, addDays, isCivilDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { PRICE_CENTS, SESSION_NAMES, sessionTypeOf } from '#shared/booking/session-type.ts';
import { formatCents } from '#shared/money.ts';
import { OWNER_WINDOW_DAYS, type ScheduleDay } from '#shared/owner/schedule.ts';
import { type FoundCustomers, PHONE_DETAILS_ID, type PhoneSearch } from '#shared/owner/phone-booking.ts';
import { FailureNotice } from '../../account/forms/failure-notice.tsx';
import type { AccountFailure } from '../../account/forms/failure.ts';
import { FORM_FIELD } from '../../account/forms/posted.ts';
import { WorkFields } from '../../booking/form/visit-fields.tsx';
import { Button } from '../../components/button.tsx';
import { EmailField } from '../../components/fields/email-field.tsx';
import { ErrorSummary } from '../../components/fields/error-summary.tsx';
import { Fieldset } from '../../components/fields/fieldset.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { PostForm } from '../../shell/post-form.tsx';
import { CustomerFinder } from './customer-finder.tsx';
import { DayState } from './day-state.tsx';
import { NextOpenTimes } from './open-times.tsx';
import type { PhoneValues } from './phone-values.ts';

const CLAIMS = (['am', 'pm', 'full'] as const).map((value) => {
  const service = sessionTypeOf(value);
  return { value, label: `${SESSION_NAMES[service]}, ${claimHours(value)}, ${formatCents(PRICE_CENTS[service])}` };
});

/** The fields in the order of the form. */
const ORDER = ['date', 'claim', 'name', 'phone', 'email', 'area', 'address', 'tasks', 'notes'];

interface Parts {
  readonly values: PhoneValues;
  readonly failure: AccountFailure | null;
  /** The day that is shown, and whether it is not the one in the form because that could not be looked up. */
  readonly day: ScheduleDay;
  readonly isOtherDay: boolean;
  readonly today: CivilDate;
  /** The next times that are open. */
  readonly slots: readonly Slot[];
  readonly search: PhoneSearch;
  readonly customers: FoundCustomers;
  /** Called with each day that can be booked and is entered. */
  readonly onDate: (date: CivilDate) => void;
  /** Idempotency key. */
  readonly postKey: string;
}

/** The booking form for the owner: a plain post, so that a refusal shows the day as it is then. */
export function PhoneForm(parts: Parts) {
  const { values, failure, day, isOtherDay, today, slots, search, customers, onDate, postKey } = parts;
  const formRef = useRef<HTMLFormElement>(null);
  const last = addDays(today, OWNER_WINDOW_DAYS);
  const errors = failure?.fields ?? {};
  // Without script, the browser focuses it on load.
  const focus = { autoFocus: failure !== null && failure.wording !== null };
  const problems = Object.entries(errors)
    .map(([name, message]) => ({ name, message }))
    .toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));

  /** Enters a time. The fields keep what is typed into them, so they are changed in the page. */
  function enter({ date, claim }: Slot) {
    const fields = formRef.current?.elements;
    const [dayField, timeField] = [fields?.namedItem('date'), fields?.namedItem('claim')];
    if (dayField instanceof HTMLInputElement) dayField.value = date;
    if (timeField instanceof HTMLSelectElement) timeField.value = claim;
    onDate(date);
  }

  return (
    <PostForm
      call="bookByPhone"
      ref={formRef}
      noValidate
      className="flex max-w-prose flex-col gap-10"
      onKeyDown={(event) => {
        const { key, target, currentTarget } = event;
        // The first button, which Enter would press, looks for a customer.
        if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.name === 'q') return;
        event.preventDefault();
        currentTarget.requestSubmit();
      }}
    >
      <input type="hidden" name={FORM_FIELD} value="bookByPhone" />
      <input type="hidden" name="key" value={postKey} />
      {failure === null ? null : (
        <div className="flex flex-col gap-4">
          <FailureNotice failure={failure} id="failure-phone" {...focus} />
          <ErrorSummary errors={problems} />
        </div>
      )}
      <CustomerFinder search={search} customers={customers} />
      <Fieldset name="when" label="When?">
        <div id={PHONE_DETAILS_ID} className="flex scroll-mt-16 flex-col gap-5">
          <NextOpenTimes slots={slots} onSlot={enter} />
          <DayState day={day} isOther={isOtherDay} />
          <TextField
            name="date"
            label="Day"
            type="date"
            min={today}
            max={last}
            defaultValue={values.date}
            onChange={({ currentTarget: { value } }) => {
              if (isCivilDate(value) && value >= today && value <= last) onDate(value);
            }}
            error={errors['date']}
          />
          <SelectField
            name="claim"
            label="Time and price"
            options={CLAIMS}
            defaultValue={values.claim}
            error={errors['claim']}
          />
        </div>
      </Fieldset>
      <Fieldset name="customer" label="Who’s calling?">
        <div className="flex flex-col gap-5">
          <TextField name="name" label="Name" autoComplete="off" defaultValue={values.name} error={errors['name']} />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            defaultValue={values.phone}
            error={errors['phone']}
          />
          <EmailField
            name="email"
            label="Email (optional)"
            hint="With an address, they get the confirmation, a calendar file, and the link to change the visit."
            autoComplete="off"
            required={false}
            defaultValue={values.email}
            error={errors['email']}
          />
        </div>
      </Fieldset>
      <Fieldset name="visit" label="Where?">
        <div className="flex flex-col gap-5">
          <SelectField
            name="area"
            label="City"
            options={CITIES}
            prompt="Choose a city"
            defaultValue={values.area}
            error={errors['area']}
          />
          <TextField
            name="address"
            label="Street address"
            hint="Number, street, and unit. The city is above."
            autoComplete="off"
            defaultValue={values.address}
            error={errors['address']}
          />
        </div>
      </Fieldset>
      <WorkFields values={values} errors={errors} hint="Check what applies, or write it in the notes." />
      <div>
        <p className="mb-4">
          This books the visit as <strong>paid to you directly</strong>, at the listed price. The site takes no payment,
          and if the visit is canceled, you give the money back yourself.
        </p>
        <Button type="submit" look="primary">
          Book it
        </Button>
      </div>
    </PostForm>
  );
}
