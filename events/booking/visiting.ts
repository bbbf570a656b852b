/** What the owner records about visits after their start. */
import type { Booking, BookingEvent, BookingState } from './booking.ts';
import { type BusinessTime, unitStart } from '../business-time.ts';
import { hasStarted } from './changing.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Minutes after the start from which an absent customer counts as a no-show. */
export const NO_SHOW_AFTER_MINUTES = 30;

/** Hours after its recording within which a no-show can be undone. */
export const UNDO_WITHIN_HOURS = 24;

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
export function canComplete(booking: Booking, time: BusinessTime): boolean {
  return booking.status === 'confirmed' && hasStarted(booking, time);
}

/** Whether it is late enough to say that the customer of a visit was absent. */
export function canBeNoShow(booking: Booking, { now, timeZone }: BusinessTime): boolean {
  const { status, date, units } = booking;
  const start = Math.min(...units.map((unit) => unitStart(date, unit, timeZone)));
  return status === 'confirmed' && now >= start + NO_SHOW_AFTER_MINUTES * 60_000;
}

/** The instant at which a no-show becomes final; null when there is none. */
export function noShowFinalAt({ noShowAt }: Booking): number | null {
  return noShowAt === null ? null : noShowAt + UNDO_WITHIN_HOURS * 3_600_000;
}

/** Records that the visit took place. Refuses `unknown-booking`, `not-confirmed`, and `too-early` before its start. */
export function completeVisit({ booking }: Visit, { by, ...time }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!canComplete(booking, time)) return refuse('too-early');
  const { date, units } = booking;
  return { booking: [{ type: 'VisitCompleted', data: { date, units, by } }] };
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
 * Records that the customer was present after all. Refuses `unknown-booking`, `not-a-no-show`, and `too-late` from 24 hours after
 * the no-show was recorded.
 */
export function undoNoShow({ booking }: Visit, { by, now }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'no-show') return refuse('not-a-no-show');
  if (now >= (noShowFinalAt(booking) ?? 0)) return refuse('too-late');
  const { date, units } = booking;
  return { booking: [{ type: 'NoShowUndone', data: { date, units, by } }] };
}
