import type { BookingRow } from '#db/projections/bookings.ts';
import type { BookingEvent } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import { type MailEvent, type MailRole, type MailState, mailStream } from '#events/mail.ts';
import type { StoryMail } from '#shared/owner/booking-story.ts';
import { LETTER_CAUSES } from '../bookings/letters/index.ts';
import type { LetterDependencies } from '../bookings/letters/letter.ts';

/** The checkpoint of the worker that sends mail about bookings. */
const SENDER = 'mail';

/** The letters, loaded with the first story, so that the start does not wait for their layout. */
const letters = () => import('../bookings/letters/letters-for.ts');

type Cause = Recorded<BookingEvent>;

const STATES = { parked: 'failed', returned: 'failed', retried: 'waiting', settled: 'sent' } as const;

const RETURNS = { bounced: 'it bounced', complained: 'it was reported as spam' } as const;

/** Whether a mail arrived, as far as it is known: a refused one failed, until the provider has accepted a later attempt. */
function stateOf({ store }: LetterDependencies, mail: MailState, cause: Cause, role: MailRole): StoryMail['state'] {
  const refused = mail[role];
  if (refused) return STATES[refused.status];
  return store.checkpoints.isDone(SENDER, cause.position, role) ? 'sent' : 'waiting';
}

/**
 * To whom an event's mails go, with their subjects. A reminder that was sent cannot be written again once it is no longer true,
 * nor can a mail to a customer whose data is deleted.
 */
async function recipientsOf(dependencies: LetterDependencies, cause: Cause, row: BookingRow, mail: MailState) {
  const written: { role: MailRole; subject: string | null }[] = await (
    await letters()
  ).subjectsFor(cause, row, dependencies);
  const isMissing = (role: MailRole) => !written.some((each) => each.role === role);
  if (cause.type === 'ReminderRequested' && isMissing('customer') && row.email !== '')
    written.push({ role: 'customer', subject: null });
  for (const role of ['customer', 'owner'] as const) {
    if (mail[role] && isMissing(role)) written.push({ role, subject: null });
  }
  return written;
}

/** Why a mail failed; null for an event that is no failure. */
function reasonOf(event: Recorded<MailEvent>): string | null {
  if (event.type === 'MailParked') return event.data.reason;
  return event.type === 'MailReturned' ? RETURNS[event.data.kind] : null;
}

/** The mails about a booking, in the order of the events that they are about. */
export async function mailsOf(
  dependencies: LetterDependencies,
  events: readonly Cause[],
  row: BookingRow,
): Promise<StoryMail[]> {
  const { store } = dependencies;
  const causes = events.filter(({ type }) => LETTER_CAUSES.some((each) => each === type));
  const mails = causes.map(async (cause) => {
    const mail = await store.stateOf(mailStream(cause.id));
    const recipients = await recipientsOf(dependencies, cause, row, mail);
    const failures = await store.eventsOf(mailStream(cause.id));
    return recipients.map(({ role, subject }): StoryMail => {
      const state = stateOf(dependencies, mail, cause, role);
      const last = failures.findLast(({ data }) => data.role === role);
      const reason = state === 'failed' && last ? reasonOf(last) : null;
      const reminder = cause.type === 'ReminderRequested' ? cause.data.kind : null;
      return { position: cause.position, at: cause.at, to: role, subject, reminder, state, reason };
    });
  });
  return (await Promise.all(mails)).flat();
}
