import { type Booking, type BookingEvent, type BookingState, isPaidFor } from './booking.ts';
import { type BusinessTime, unitStart } from '../business-time.ts';
import { hasStarted } from './changing.ts';
import { type Refusal, refuse } from '../refusal.ts';

const NO_SHOW_AFTER_MINUTES = 30;

const UNDO_WITHIN_HOURS = 24;

interface Visit {
  readonly booking: BookingState;
}

export interface Recorder extends BusinessTime {
  readonly by: string;
}

type Recording = { readonly booking: readonly BookingEvent[] } | Refusal;

export function canComplete(booking: Pick<Booking, 'status' | 'date' | 'units'>, time: BusinessTime): boolean {
  return booking.status === 'confirmed' && hasStarted(booking, time);
}

export function canBeNoShow(booking: Booking, { now, timeZone }: BusinessTime): boolean {
  const { status, date, units } = booking;
  const start = Math.min(...units.map((unit) => unitStart(date, unit, timeZone)));
  return status === 'confirmed' && now >= start + NO_SHOW_AFTER_MINUTES * 60_000;
}

/** In milliseconds; null if no outcome is recorded, or the visit is refunded. */
export function outcomeFinalAt(booking: Booking): number | null {
  const { recordedAt } = booking;
  return recordedAt === null || !isPaidFor(booking) ? null : recordedAt + UNDO_WITHIN_HOURS * 3_600_000;
}

function canUndo(booking: Booking, { now }: Pick<BusinessTime, 'now'>): boolean {
  return now < (outcomeFinalAt(booking) ?? 0);
}

export function completeVisit({ booking }: Visit, { by, ...time }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!canComplete(booking, time)) return refuse('too-early');
  const { date, units } = booking;
  return { booking: [{ type: 'VisitCompleted', data: { date, units, by, recordedAt: time.now } }] };
}

export function undoCompletion({ booking }: Visit, { by, now }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'completed') return refuse('not-completed');
  if (!isPaidFor(booking)) return refuse('already-refunded');
  if (!canUndo(booking, { now })) return refuse('too-late');
  const { date, units } = booking;
  return { booking: [{ type: 'CompletionUndone', data: { date, units, by } }] };
}

export function recordNoShow({ booking }: Visit, { by, ...time }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!canBeNoShow(booking, time)) return refuse('too-early');
  const { date, units } = booking;
  return { booking: [{ type: 'NoShowRecorded', data: { date, units, by, recordedAt: time.now } }] };
}

export function undoNoShow({ booking }: Visit, { by, now }: Recorder): Recording {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'no-show') return refuse('not-a-no-show');
  if (!isPaidFor(booking)) return refuse('already-refunded');
  if (!canUndo(booking, { now })) return refuse('too-late');
  const { date, units } = booking;
  return { booking: [{ type: 'NoShowUndone', data: { date, units, by } }] };
}
