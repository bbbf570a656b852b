import type { Job } from '#db/jobs.ts';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { jobsByKeys } from '#db/queries/jobs.ts';
import type { BookingEvent } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import { type MailReturn, type MailRole, mailStream } from '#events/mail.ts';
import type { StoryMail } from '#shared/owner/booking-story.ts';
import { mailKey, roleOf } from '../bookings/jobs/mail.ts';
import { LETTER_CAUSES } from '../bookings/letters/index.ts';
import type { LetterDependencies } from '../bookings/letters/letter.ts';
import { refusalWords } from '../outside/mail/port.ts';

/** Loaded with the first story, because the layout slows startup down. */
const letters = () => import('../bookings/letters/letters-for.ts');

type Cause = Recorded<BookingEvent>;

const STATES = { parked: 'failed', waiting: 'waiting', done: 'sent' } as const;

const RETURNS = { bounced: 'it bounced', complained: 'it was reported as spam' } as const;

function outcomeOf(job: Job | undefined, returned: MailReturn | null): Pick<StoryMail, 'state' | 'reason'> {
  if (returned) return { state: 'failed', reason: RETURNS[returned] };
  const state = STATES[job?.state ?? 'done'];
  return { state, reason: state === 'failed' ? refusalWords(job?.code ?? '') : null };
}

/** With subjects. A reminder that is no longer true can't be written again, nor can a mail to a forgotten customer. */
async function recipientsOf(
  dependencies: LetterDependencies,
  cause: Cause,
  row: BookingRow,
  failed: readonly MailRole[],
) {
  const written: { role: MailRole; subject: string | null }[] = await (
    await letters()
  ).subjectsFor(cause, row, dependencies);
  const isReminded = cause.type === 'ReminderRequested' && row.email !== '';
  for (const role of [...(isReminded ? (['customer'] as const) : []), ...failed]) {
    if (!written.some((each) => each.role === role)) written.push({ role, subject: null });
  }
  return written;
}

/** In the order of their events. */
export async function mailsOf(
  dependencies: LetterDependencies,
  events: readonly Cause[],
  row: BookingRow,
): Promise<StoryMail[]> {
  const { store } = dependencies;
  const causes = events.filter(({ type }) => LETTER_CAUSES.some((each) => each === type));
  const keys = causes.flatMap(({ id }) => [mailKey(id, 'customer'), mailKey(id, 'owner')]);
  const jobs = await jobsByKeys(store.db, 'mail', keys);
  const mails = causes.map(async (cause) => {
    const { returned } = await store.stateOf(mailStream(cause.id));
    const parked = jobs.filter(({ position, state }) => position === cause.position && state === 'parked').map(roleOf);
    const failed = returned ? (['customer', ...parked] as const) : parked;
    const recipients = await recipientsOf(dependencies, cause, row, failed);
    return recipients.map(({ role, subject }): StoryMail => {
      const job = jobs.find(({ key }) => key === mailKey(cause.id, role));
      const reminder = cause.type === 'ReminderRequested' ? cause.data.kind : null;
      const { state, reason } = outcomeOf(job, role === 'customer' ? returned : null);
      return { position: cause.position, at: cause.at, to: role, subject, reminder, state, reason };
    });
  });
  return (await Promise.all(mails)).flat();
}
