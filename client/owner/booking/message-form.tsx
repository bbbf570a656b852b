import type { BookingStory } from '#shared/owner/booking-story.ts';
import { FailureNotice } from '../../account/forms/failure-notice.tsx';
import type { AccountFailure } from '../../account/forms/failure.ts';
import { FORM_FIELD } from '../../account/forms/posted.ts';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/fields/text-field.tsx';
import { PostForm } from '../../shell/post-form.tsx';

interface Parts {
  readonly story: BookingStory;
  /** What was posted and refused; null for none. */
  readonly refused: { readonly failure: AccountFailure; readonly message: string } | null;
  /** Idempotency key. */
  readonly postKey: string;
}

/** Writes a mail to the customer: a plain post. It is open again after a refusal, with what was typed. */
export function MessageForm({ story: { eventId, customer }, refused, postKey }: Parts) {
  if (!customer?.email) return null;
  return (
    <details open={refused !== null} className="group rounded-sheet border border-edge bg-sheet">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        Write to {customer.name}
      </summary>
      <PostForm call="sendMessage" noValidate className="flex flex-col gap-3 px-4 pt-1 pb-4">
        <input type="hidden" name={FORM_FIELD} value="sendMessage" />
        <input type="hidden" name="eventId" value={eventId} />
        <input type="hidden" name="key" value={postKey} />
        <FailureNotice failure={refused?.failure ?? null} id="failure-message" />
        <TextArea
          name="message"
          label="Message"
          hint={`It goes to ${customer.email} by email, and can’t be taken back. They answer to your business address.`}
          error={refused?.failure.fields['message']}
          rows={6}
          defaultValue={refused?.message ?? ''}
        />
        <div>
          <Button type="submit" look="primary">
            Send the email
          </Button>
        </div>
      </PostForm>
    </details>
  );
}
