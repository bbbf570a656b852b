import {
  type BookingRow,
  personalOf,
  photosOf,
  reductionsOfPrice,
  refundsOfPrice,
  wasPaid,
} from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { Access } from '#events/booking/booking-access.ts';
import { type Booking, bookingStream } from '#events/booking/booking.ts';
import { canAddPhotos } from '#events/booking/photos.ts';
import { type BusinessTime, civilDateAt, claimEnd } from '#events/business-time.ts';
import { canReschedule, cancelOutcome, isVisitAhead } from '#events/booking/changing.ts';
import { canCorrect } from '#events/booking/correcting.ts';
import { dayStream } from '#events/day.ts';
import { canBeRefilled } from '#events/booking/refilling.ts';
import { ownCalendarPath } from '#shared/booking/calendar-path.ts';
import type { HistoryLine } from '#shared/booking/history.ts';
import { MANAGED_FIELDS } from '#shared/booking/booking-view.ts';
import type { BookingPageView, ManagedBooking, PaidState } from '#shared/booking/managed-booking.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';
import { historyOf } from './history.ts';
import { moneyOf } from './money.ts';
import { bookingView } from './view.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

function visitOf(reader: Reader, row: BookingRow, booking: Booking): ManagedBooking['visit'] {
  const photos = { photos: photosOf(row), canAddPhotos: canAddPhotos(booking, businessTime(reader)) };
  const personal = personalOf(row);
  return personal && { ...personal, ...bookingView(row, ['area', 'tasks']), ...photos };
}

function forgettingOf(booking: Booking, time: BusinessTime): ManagedBooking['forgetting'] {
  if (booking.account !== null) return 'with-account';
  if (!isVisitAhead(booking, time)) return 'at-once';
  return booking.isForgottenAfterVisit ? 'after-visit' : 'to-choose';
}

async function forfeitureOf(reader: Reader, row: BookingRow): Promise<ManagedBooking['forfeiture']> {
  if (row.status !== 'forfeited') return null;
  const day = await reader.store.stateOf(dayStream(row.date));
  const forfeiture = day.forfeitures.find(({ booking }) => booking === row.id);
  const time = { date: row.date, ...businessTime(reader) };
  return {
    units: (forfeiture?.units ?? []).map((unit) => ({ unit, isRefilled: !forfeiture?.waiting.includes(unit) })),
    isFinal: !canBeRefilled(day, row.id, time),
  };
}

/** A payment for a lost slot is refunded in the currency in which it arrived. */
function receiptOf(row: BookingRow, history: readonly HistoryLine[]): ManagedBooking['receipt'] {
  const { confirmed_at: confirmedAt, held_at: heldAt, price } = row;
  const refunds = refundsOfPrice(row).flatMap(({ amount: cents, at, status: progress, cause: reason }) =>
    cents === 0 ? [] : [{ cents, at, progress, reason }],
  );
  const otherwise = reductionsOfPrice(row).map(({ amount: cents, at, kind: reason }) => {
    return { cents, at, progress: 'succeeded' as const, reason };
  });
  return {
    paidAt: confirmedAt ?? history.find(({ kind }) => kind === 'RefundRequested')?.at ?? heldAt,
    cents: confirmedAt === null ? moneyOf(row).paidCents : price,
    refunds: [...refunds, ...otherwise].toSorted((one, other) => one.at - other.at),
  };
}

async function managed(reader: Reader, row: BookingRow, booking: Booking) {
  const { id: eventId, date, claim } = row;
  const history = await historyOf(reader.store, eventId);
  const time = businessTime(reader);
  const cancel = cancelOutcome(booking, time);
  return {
    kind: 'booking' as const,
    ...bookingView(row, MANAGED_FIELDS),
    state: row.status as PaidState,
    today: civilDateAt(time.now, time.timeZone),
    isOver: time.now >= claimEnd(date, claim, time.timeZone),
    visit: visitOf(reader, row, booking),
    now: { canReschedule: canReschedule(booking, time), cancel },
    money: moneyOf(row),
    forfeiture: await forfeitureOf(reader, row),
    history,
    receipt: receiptOf(row, history),
    calendarPath: row.status === 'confirmed' && cancel !== null ? ownCalendarPath(eventId) : null,
    forgetting: forgettingOf(booking, time),
  };
}

interface Rights {
  readonly access: Access;
  readonly mayCorrect: boolean;
  readonly isSignedIn: boolean;
}

/** Throws `Rejected` with `unknown-booking` without access: another customer's booking looks like one that doesn't exist. */
export async function managedBooking(
  reader: Reader,
  eventId: string,
  { access, mayCorrect, isSignedIn }: Rights,
): Promise<BookingPageView> {
  if (access === 'replaced' || access === 'forgotten') return { kind: access };
  if (access === 'locked') throw new Rejected('unknown-booking');
  const row = await bookingById(reader.store.db, eventId);
  const booking = await reader.store.stateOf(bookingStream(eventId));
  if (!row || !booking || !wasPaid(row)) throw new Rejected('unknown-booking');
  const correctable = mayCorrect && canCorrect(booking, businessTime(reader));
  return { ...(await managed(reader, row, booking)), canForget: !isSignedIn, canCorrect: correctable };
}
