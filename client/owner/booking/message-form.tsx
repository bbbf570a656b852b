import { useState } from 'react';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { AccountForm, useAccountForm } from '../../account/forms/account-form.tsx';
import type { Posted } from '../../account/forms/failure.ts';
import { TextArea } from '../../components/fields/text-field.tsx';
import { Disclosure } from './disclosure.tsx';

interface Parts {
  readonly story: BookingStory;
  readonly posted: Posted | null;
  /** Idempotency key. */
  readonly postKey: string;
}

/** Writes a mail to the customer. */
export function MessageForm({ story: { eventId, customer }, posted, postKey }: Parts) {
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
