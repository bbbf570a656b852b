import { type ReactNode, useState } from 'react';
import { OWNERS_FIELDS, pickFields } from '#shared/booking/booking-fields.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { AccountForm, useAccountForm } from '../../account/forms/account-form.tsx';
import type { Posted } from '../../account/forms/failure.ts';
import { OwnersTextAnswer } from '../../booking/form/text-answer.tsx';
import { TextArea } from '../../components/fields/text-field.tsx';
import { Sign } from '../../components/sign.tsx';

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

interface DisclosureParts {
  readonly title: string;
  readonly isOpenAtFirst: boolean;
  readonly children: ReactNode;
}

/** Open after a refused post, with what was typed. */
export function Disclosure({ title, isOpenAtFirst, children }: DisclosureParts) {
  return (
    <details open={isOpenAtFirst} className="group rounded-sheet border border-edge bg-sheet">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grow">{title}</span>
        <Sign name="right" className="transition-transform group-open:rotate-90" />
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}

interface MessageFormParts {
  readonly story: BookingStory;
  readonly posted: Posted | null;
  readonly postKey: string;
}

export function MessageForm({ story: { eventId, customer }, posted, postKey }: MessageFormParts) {
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
