import { useState } from 'react';
import { CITIES } from '#shared/business/cities.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { AccountForm, useAccountForm } from '../../account/forms/account-form.tsx';
import type { Posted } from '../../account/forms/failure.ts';
import { EmailField, TextField } from '../../components/fields/text-field.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { Disclosure } from './disclosure.tsx';

interface Parts {
  readonly story: BookingStory;
  readonly posted: Posted | null;
}

/** The owner's form to correct a customer's name, contact and address. */
export function CorrectForm({ story, posted }: Parts) {
  const { customer, actions } = story;
  return customer && actions.correct ? <Form customer={customer} story={story} posted={posted} /> : null;
}

type Customer = NonNullable<BookingStory['customer']>;

function Form({ story: { eventId, area }, customer, posted }: Parts & { readonly customer: Customer }) {
  const { name, phone, email, address } = customer;
  const form = useAccountForm('correctForCustomer', { posted, initial: { name, phone, email, area, address } });
  const [isOpenAtFirst] = useState(form.failure !== null);
  return (
    <Disclosure title="Correct name, contact, or address" isOpenAtFirst={isOpenAtFirst}>
      <AccountForm form={form} button="Correct the details" fields={{ eventId }}>
        <TextField {...form.field('name')} label="Name" autoComplete="off" />
        <TextField {...form.field('phone')} label="Phone" type="tel" inputMode="tel" autoComplete="off" />
        <EmailField {...form.field('email')} label="Email (optional)" autoComplete="off" required={false} />
        <SelectField {...form.field('area')} label="City" options={CITIES} />
        <TextField
          {...form.field('address')}
          label="Street address"
          hint="Number, street, and unit. The city is above."
          autoComplete="off"
        />
        <p>
          The customer gets the confirmation by email, with a new link. The links in earlier emails stop working, and
          nothing more goes to an address that you replace.
        </p>
      </AccountForm>
    </Disclosure>
  );
}
