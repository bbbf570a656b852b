import { type BookingRow, refundsOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { userById } from '#db/queries/accounts/users.ts';
import { type Booking, type Payment, bookingStream, keptCents } from '#events/booking/booking.ts';
import { canSellAgain } from '#events/booking/changing.ts';
import { type EventAbout, describeAll } from '#events/booking/describe.ts';
import { canCorrect } from '#events/booking/correcting.ts';
import { civilDateAt } from '#events/business-time.ts';
import { goodwillCents } from '#events/booking/goodwill.ts';
import { mailStream } from '#events/mail.ts';
import { canBeNoShow, canComplete, outcomeFinalAt } from '#events/booking/visiting.ts';
import { STORY_FIELDS } from '#shared/booking/booking-view.ts';
import type { BookingStory, StoryActions, StoryPayment } from '#shared/owner/booking-story.ts';
import type { StoryLine } from '#shared/owner/story-lines.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { businessTime } from '../bookings/dependencies.ts';
import type { LetterDependencies } from '../bookings/letters/letter.ts';
import { refillsOf } from '../bookings/visit/history.ts';
import { bookingView } from '../bookings/visit/view.ts';
import { mailsOf } from './story-mails.ts';
import { customerOf } from './near-visits.ts';

type Story = { readonly row: BookingRow; readonly booking: Booking };

async function linesOf({ store }: LetterDependencies, events: readonly EventAbout[]): Promise<StoryLine[]> {
  const lines: StoryLine[] = [];
  for (const [{ position, at, type: kind }, { facts, ownersFacts }] of describeAll(events)) {
    const { admin: account = null, ...more } = ownersFacts;
    const admin = account === null ? null : ((await userById(store.db, account))?.name ?? null);
    lines.push({ position, at, admin, kind, ...facts, ...more } as StoryLine);
  }
  return lines;
}

function paymentsOf({ row, booking }: Story, lines: readonly StoryLine[]): StoryPayment[] {
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

function actionsOf(dependencies: LetterDependencies, { booking }: Story): StoryActions {
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
    payments: paymentsOf({ row, booking }, lines),
    mails: await mailsOf(dependencies, own, row),
    lines,
    actions: actionsOf(dependencies, { row, booking }),
  };
}
