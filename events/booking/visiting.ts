/** What the owner records about visits after their start. */
import { type Booking, type BookingEvent, type BookingState, isPaidFor } from './booking.ts';
import { type BusinessTime, unitStart } from '../business-time.ts';
import { hasStarted } from './changing.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Minutes after the start from which an absent customer counts as a no-show. */
const NO_SHOW_AFTER_MINUTES = 30;

/** Hours within which a recorded completion or no-show can be undone. */
const UNDO_WITHIN_HOURS = 24;

interface Visit {
  readonly booking: BookingState;
}

/** The admin who records, and when. */
export interface Recorder extends BusinessTime {
  /** The id of the admin's account. */
  readonly by: string;
}

type Recording = { readonly booking: readonly BookingEvent[] } | Refusal;

/** Whether a visit with this state has begun and can be recorded as done. */
export function canComplete(booking: Pick<Booking, 'status' | 'date' | 'units'>, time: BusinessTime): boolean {
  return booking.status === 'confirmed' && hasStarted(booking, time);
}

/** Whether it is late enough to say that the customer of a visit was absent. */
export function canBeNoShow(booking: Booking, { now, timeZone }: BusinessTime): boolean {
  const { status, date, units } = booking;
  const start = Math.min(...units.map((unit) => unitStart(date, unit, timeZone)));
  return status === 'confirmed' && now >= start + NO_SHOW_AFTER_MINUTES * 60_000;
}

/**
 * The instant from which a recorded completion or no-show stays; null when neither is recorded, or when the visit is refunded: then it
 * stays already.
 */
export function outcomeFinalAt(booking: Booking): number | null {
  const { recordedAt } = booking;
  return recordedAt === null || !isPaidFor(booking) ? null : recordedAt + UNDO_WITHIN_HOURS * 3_600_000;
}

/** Whether what was recorded about a visit can still be undone. */
function canUndo(booking: Booking, { now }: Pick<BusinessTime, 'now'>): boolean {
  return now < (outcomeFinalAt(booking) ?? 0);
}

/** Records that the visit took place. Refuses `unknown-booking`, `not-confirmed`, and `too-early` before its start. */
export function completeVisit({ booking }: Visit, { by, ...time }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!canComplete(booking, time)) return refuse('too-early');
  const { date, units } = booking;
  return { booking: [{ type: 'VisitCompleted', data: { date, units, by, recordedAt: time.now } }] };
}

/**
 * Records that the visit did not take place yet after all. Refuses `unknown-booking`, `not-completed`, `already-refunded`, and
 * `too-late` from 24 hours after its completion was recorded.
 */
export function undoCompletion({ booking }: Visit, { by, now }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'completed') return refuse('not-completed');
  if (!isPaidFor(booking)) return refuse('already-refunded');
  if (!canUndo(booking, { now })) return refuse('too-late');
  const { date, units } = booking;
  return { booking: [{ type: 'CompletionUndone', data: { date, units, by } }] };
}

/**
 * Records that the customer was absent. Refuses `unknown-booking`, `not-confirmed`, and `too-early` until 30 minutes after the
 * start.
 */
export function recordNoShow({ booking }: Visit, { by, ...time }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!canBeNoShow(booking, time)) return refuse('too-early');
  const { date, units } = booking;
  return { booking: [{ type: 'NoShowRecorded', data: { date, units, by, recordedAt: time.now } }] };
}

/**
 * Records that the customer was present after all. Refuses `unknown-booking`, `not-a-no-show`, `already-refunded`, and `too-late`
 * from 24 hours after the no-show was recorded.
 */
export function undoNoShow({ booking }: Visit, { by, now }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'no-show') return refuse('not-a-no-show');
  if (!isPaidFor(booking)) return refuse('already-refunded');
  if (!canUndo(booking, { now })) return refuse('too-late');
  const { date, units } = booking;
  return { booking: [{ type: 'NoShowUndone', data: { date, units, by } }] };
}
