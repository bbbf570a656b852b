import { useState } from 'react';
import { OWNERS_FIELDS, pickFields } from '#shared/booking/booking-fields.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { AccountForm, useAccountForm } from '../../account/forms/account-form.tsx';
import type { Posted } from '../../account/forms/failure.tsx';
import { OwnersTextAnswer } from '../../booking/form/visit-fields.tsx';
import { TextArea } from '../../components/fields/inputs.tsx';
import { Disclosure } from '../confirmed.tsx';

interface Parts {
  readonly story: BookingStory;
  readonly posted: Posted | null;
}

export function CorrectForm({ story, posted }: Parts) {
  const { customer, actions } = story;
  return customer && actions.correct ? <Form customer={customer} story={story} posted={posted} /> : null;
}

type Customer = NonNullable<BookingStory['customer']>;

function Form({ story: { eventId, area }, customer, posted }: Parts & { readonly customer: Customer }) {
  const initial = pickFields(OWNERS_FIELDS, { ...customer, area });
  const form = useAccountForm('correctForCustomer', { posted, initial });
  const [isOpenAtFirst] = useState(form.failure !== null);
  return (
    <Disclosure title="Correct name, contact, or address" isOpenAtFirst={isOpenAtFirst}>
      <AccountForm form={form} button="Correct the details" fields={{ eventId }}>
        {OWNERS_FIELDS.map((name) => (
          <OwnersTextAnswer key={name} {...form.field(name)} name={name} />
        ))}
        <p>
          The customer gets the confirmation by email, with a new link. The links in earlier emails stop working, and
          nothing more goes to an address that you replace.
        </p>
      </AccountForm>
    </Disclosure>
  );
}

export function MessageForm({ story: { eventId, customer }, posted, postKey }: Parts & { readonly postKey: string }) {
  const form = useAccountForm('sendMessage', { posted, postKey });
  const [isOpenAtFirst] = useState(form.failure !== null);
  if (!customer?.email) return null;
  return (
    <Disclosure title={`Write to ${customer.name}`} isOpenAtFirst={isOpenAtFirst}>
      <AccountForm form={form} button="Send the email" fields={{ eventId }}>
        <TextArea
          {...form.field('message')}
          label="Message"
          hint={`It goes to ${customer.email} by email, and can’t be taken back. They answer to your business address.`}
          rows={6}
        />
      </AccountForm>
    </Disclosure>
  );
}
