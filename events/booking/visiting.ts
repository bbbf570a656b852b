/** What the owner records about visits after their start. */
import type { BookingEvent, BookingState } from './booking.ts';
import { type BusinessTime, unitStart } from '../business-time.ts';
import { hasStarted } from './changing.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Minutes after the start from which an absent customer counts as a no-show. */
export const NO_SHOW_AFTER_MINUTES = 30;

interface Visit {
  readonly booking: BookingState;
}

type Recording = { readonly booking: readonly BookingEvent[] } | Refusal;

/** Records that the visit took place. Refuses `unknown-booking`, `not-confirmed`, and `too-early` before its start. */
export function completeVisit({ booking }: Visit, time: BusinessTime): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!hasStarted(booking, time)) return refuse('too-early');
  const { date, units } = booking;
  return { booking: [{ type: 'VisitCompleted', data: { date, units } }] };
}

/**
 * Records that the customer was absent. Refuses `unknown-booking`, `not-confirmed`, and `too-early` until 30 minutes after the
 * start.
 */
export function recordNoShow({ booking }: Visit, { now, timeZone }: BusinessTime): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  const { date, units } = booking;
  const start = Math.min(...units.map((unit) => unitStart(date, unit, timeZone)));
  if (now < start + NO_SHOW_AFTER_MINUTES * 60_000) return refuse('too-early');
  return { booking: [{ type: 'NoShowRecorded', data: { date, units } }] };
}

/** Records that the customer was present after all. Refuses `unknown-booking` and `not-a-no-show`. */
export function undoNoShow({ booking }: Visit): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'no-show') return refuse('not-a-no-show');
  const { date, units } = booking;
  return { booking: [{ type: 'NoShowUndone', data: { date, units } }] };
}
