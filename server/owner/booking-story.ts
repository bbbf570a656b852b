import { type BookingRow, refundsOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { userById } from '#db/queries/accounts/accounts.ts';
import { type Booking, type Payment, bookingStream, keptCents, type BookingEvent } from '#events/booking/booking.ts';
import { canSellAgain } from '#events/booking/changing.ts';
import { type EventAbout, describeAll } from '#events/booking/describe.ts';
import { canCorrect } from '#events/booking/correcting.ts';
import { civilDateAt } from '#events/business-time.ts';
import { goodwillCents } from '#events/booking/refilling.ts';
import { mailStream, type MailReturn, type MailRole } from '#events/mail.ts';
import { canBeNoShow, canComplete, outcomeFinalAt } from '#events/booking/visiting.ts';
import { STORY_FIELDS } from '#shared/booking/booking-view.ts';
import type { BookingStory, StoryActions, StoryPayment, StoryMail } from '#shared/owner/booking-story.ts';
import type { StoryLine } from '#shared/owner/story-lines.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { businessTime } from '../bookings/dependencies.ts';
import type { LetterDependencies } from '../bookings/letters/letter.ts';
import { refillsOf } from '../bookings/visit/history.ts';
import { bookingView } from '../bookings/visit/view.ts';
import { customerOf } from './near-visits.ts';
import type { Job } from '#db/jobs.ts';
import { jobsByKeys } from '#db/queries/jobs.ts';
import type { Recorded } from '#events/event.ts';
import { mailKey, roleOf } from '../bookings/jobs/mail.ts';
import { LETTER_CAUSES } from '../bookings/letters/index.ts';
import { refusalWords } from '../outside/mail/port.ts';

async function linesOf({ store }: LetterDependencies, events: readonly EventAbout[]): Promise<StoryLine[]> {
  const lines: StoryLine[] = [];
  for (const [{ position, at, type: kind }, { facts, ownersFacts }] of describeAll(events)) {
    const { admin: account = null, ...more } = ownersFacts;
    const admin = account === null ? null : ((await userById(store.db, account))?.name ?? null);
    lines.push({ position, at, admin, kind, ...facts, ...more } as StoryLine);
  }
  return lines;
}

function paymentsOf(row: BookingRow, booking: Booking, lines: readonly StoryLine[]): StoryPayment[] {
  return booking.payments.map(
    ({ payment, amount: cents, currency, refund, refundCause, refundId, isOutside, byHand, disputes }: Payment) => {
      const requested = refundsOf(row).find((each) => each.payment === payment);
      const failed = lines.findLast((line) => line.kind === 'RefundFailed' && line.payment === payment);
      return {
        payment,
        isOutside: isOutside === true,
        cents,
        currency,
        refund,
        refundReason: refundCause ?? null,
        refundId: refundId ?? null,
        refundCents: requested?.amount ?? null,
        byHand: byHand ?? [],
        disputes: disputes ?? [],
        failures: requested?.attempts ?? 0,
        failure: refund === 'failed' && failed?.kind === 'RefundFailed' ? failed.reason : null,
      };
    },
  );
}

function actionsOf(dependencies: LetterDependencies, booking: Booking): StoryActions {
  const time = businessTime(dependencies);
  const final = outcomeFinalAt(booking);
  const kept = keptCents(booking);
  return {
    complete: canComplete(booking, time),
    noShow: canBeNoShow(booking, time),
    undoUntil: final !== null && time.now < final ? final : null,
    cancel: booking.status === 'confirmed' ? { cents: kept, reopens: canSellAgain(booking, time) } : null,
    correct: canCorrect(booking, time),
    goodwillCents: goodwillCents(booking),
  };
}

/** Throws `Rejected` with `unknown-booking`. */
export async function bookingStory(dependencies: LetterDependencies, eventId: string): Promise<BookingStory> {
  const { store } = dependencies;
  const row = await bookingById(store.db, eventId);
  const booking = await store.stateOf(bookingStream(eventId));
  if (!row || !booking) throw new Rejected('unknown-booking');
  const own = await store.eventsOf(bookingStream(eventId));
  const aboutMail = (await Promise.all(own.map(({ id }) => store.eventsOf(mailStream(id))))).flat();
  const lines = await linesOf(dependencies, [...own, ...(await refillsOf(store, eventId, own)), ...aboutMail]);
  const { now, timeZone } = businessTime(dependencies);
  return {
    ...bookingView(row, STORY_FIELDS),
    today: civilDateAt(now, timeZone),
    customer: customerOf(row),
    payments: paymentsOf(row, booking, lines),
    mails: await mailsOf(dependencies, own, row),
    lines,
    actions: actionsOf(dependencies, booking),
  };
}

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
