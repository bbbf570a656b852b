import { useState } from 'react';
import type { Slot } from '#shared/booking/availability.ts';
import { OWNERS_FIELDS, fieldOf } from '#shared/booking/booking-fields.ts';
import { fieldsOfStep } from '#shared/booking/booking-steps.ts';
import { type CivilDate, addDays, isCivilDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { priceOf } from '#shared/booking/prices.ts';
import { sessionTypeOf, SESSION_TYPES, ALL_CLAIMS } from '#shared/booking/session-type.ts';
import { formatCents } from '#shared/money.ts';
import { OWNER_WINDOW_DAYS, type ScheduleDay } from '#shared/owner/schedule.ts';
import {
  type FoundCustomer,
  type FoundCustomers,
  PHONE_DETAILS_ID,
  type PhoneSearch,
} from '#shared/owner/phone-booking.ts';
import { FailureNotice, type Posted } from '../../account/forms/failure.tsx';
import { useAccountForm } from '../../account/forms/account-form.tsx';
import { OwnersTextAnswer, WorkFields } from '../../booking/form/visit-fields.tsx';
import { Button } from '../../components/page.tsx';
import { TextField, SelectField } from '../../components/fields/inputs.tsx';
import { ErrorSummary } from '../../components/fields/error-summary.tsx';
import { Fieldset } from '../../components/fields/field.tsx';
import { ActionForm } from '../../shell/action-form.tsx';
import { CustomerFinder } from './customer-finder.tsx';
import { DayState, NextOpenTimes } from './day-state.tsx';
import { ANSWERS, type PhoneValues, answerOf, filledBy } from './phone-values.ts';

const claimsOn = (today: CivilDate) =>
  ALL_CLAIMS.map((value) => {
    const service = sessionTypeOf(value);
    const price = formatCents(priceOf(service, today));
    return { value, label: `${SESSION_TYPES[service].label}, ${claimHours(value)}, ${price}` };
  });

const PLACE = OWNERS_FIELDS.filter((name) => fieldOf(name).step === 'place');

/** In the order of the form. */
const ORDER: readonly string[] = ['date', 'claim', ...OWNERS_FIELDS, ...fieldsOfStep('work')];

interface Parts {
  readonly values: PhoneValues;
  readonly posted: Posted | null;
  /** `isOther`: the form's day could not be found. */
  readonly day: ScheduleDay;
  readonly isOtherDay: boolean;
  readonly today: CivilDate;
  readonly slots: readonly Slot[];
  readonly search: PhoneSearch;
  readonly customers: FoundCustomers;
  readonly find: (sought: string) => Promise<FoundCustomers>;
  readonly onDate: (date: CivilDate) => void;
  readonly onRefused: () => void;
  readonly postKey: string;
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

export function PhoneForm(parts: Parts) {
  const { values, posted, day, isOtherDay, today, slots, search, customers, find, onDate, onRefused, postKey } = parts;
  const form = useAccountForm('bookByPhone', { posted, postKey, onRefused });
  const { failure, formRef } = form;
  const [filled, setFilled] = useState(values.filled);
  const last = addDays(today, OWNER_WINDOW_DAYS);
  const errors = failure?.fields ?? {};
  const problems = Object.entries(errors)
    .map(([name, message]) => ({ name, message }))
    .toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));
  const field = <Name extends keyof PhoneValues>(name: Name) => ({
    name,
    error: errors[name],
    autoFocus: form.field(name).autoFocus,
    defaultValue: String(values[name]),
  });

  /** The fields are uncontrolled, so they are changed in the page. */
  function enter(answers: Partial<Readonly<Record<keyof PhoneValues, string>>>) {
    for (const [name, value] of Object.entries(answers)) {
      const control = formRef.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      control.value = value;
      control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }

  function enterSlot({ date, claim }: Slot) {
    enter({ date, claim });
    onDate(date);
  }

  function enterCustomer(customer: FoundCustomer) {
    const typed = new FormData(formRef.current ?? undefined);
    enter(Object.fromEntries(ANSWERS.map((name) => [name, answerOf(customer, name, textOf(typed, name), filled)])));
    setFilled(filledBy(customer));
    const dayField = formRef.current?.elements.namedItem('date');
    if (dayField instanceof HTMLElement) dayField.focus({ preventScroll: true });
    document.getElementById(PHONE_DETAILS_ID)?.scrollIntoView();
  }

  return (
    <ActionForm
      {...form.parts}
      className="flex max-w-prose flex-col gap-10"
      onKeyDown={(event) => {
        const { target, currentTarget } = event;
        // Otherwise Enter presses the first button, which looks for a customer.
        if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.name === 'q') return;
        event.preventDefault();
        currentTarget.requestSubmit();
      }}
    >
      {(isPending) => (
        <>
          {filled.map((answer) => (
            <input key={answer} type="hidden" name="filled" value={answer} />
          ))}
          {failure === null ? null : (
            <div className="flex flex-col gap-4">
              <FailureNotice {...form.refused} />
              <ErrorSummary errors={problems} />
            </div>
          )}
          <CustomerFinder search={search} customers={customers} find={find} onChoose={enterCustomer} />
          <Fieldset name="when" label="When?">
            <div id={PHONE_DETAILS_ID} className="flex scroll-mt-16 flex-col gap-5">
              <NextOpenTimes slots={slots} onSlot={enterSlot} />
              <DayState day={day} isOther={isOtherDay} />
              <TextField
                {...field('date')}
                label="Day"
                type="date"
                min={today}
                max={last}
                onInput={({ currentTarget: { value } }) => {
                  if (isCivilDate(value) && value >= today && value <= last) onDate(value);
                }}
              />
              <SelectField {...field('claim')} label="Time and price" options={claimsOn(today)} />
            </div>
          </Fieldset>
          <Fieldset name="customer" label="Who’s calling?">
            <div className="flex flex-col gap-5">
              <OwnersTextAnswer {...field('name')} />
              <OwnersTextAnswer {...field('phone')} />
              <OwnersTextAnswer
                {...field('email')}
                hint="With an address, they get the confirmation, a calendar file, and the link to change the visit."
              />
            </div>
          </Fieldset>
          <Fieldset name="visit" label="Where?">
            <div className="flex flex-col gap-5">
              {PLACE.map((name) => (
                <OwnersTextAnswer key={name} {...field(name)} />
              ))}
            </div>
          </Fieldset>
          <WorkFields values={values} errors={errors} hint="Check what applies, or write it in the notes." />
          <div>
            <p className="mb-4">
              This books the visit as <strong>paid to you directly</strong>, at the listed price. The site takes no
              payment, and if the visit is canceled, you give the money back yourself.
            </p>
            <Button type="submit" look="primary" aria-disabled={isPending}>
              {isPending ? 'One moment…' : 'Book it'}
            </Button>
          </div>
        </>
      )}
    </ActionForm>
  );
}
