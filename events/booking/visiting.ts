import type { RefusalName } from '#shared/calls/refusals.ts';
import { type Booking, type BookingEvents, type BookingStatus, type OneBooking, isPaidFor } from './booking.ts';
import { type BusinessTime, unitStart } from '../business-time.ts';
import { hasStarted } from './changing.ts';
import { type Refusal, refuse } from '../refusal.ts';

const NO_SHOW_AFTER_MINUTES = 30;

const UNDO_WITHIN_HOURS = 24;

export interface Recorder extends BusinessTime {
  readonly by: string;
}

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

function record(type: 'VisitCompleted' | 'NoShowRecorded', isDue: (booking: Booking, time: BusinessTime) => boolean) {
  return ({ booking }: OneBooking, { by, ...time }: Recorder): BookingEvents | Refusal => {
    if (booking === null) return refuse('unknown-booking');
    if (booking.status !== 'confirmed') return refuse('not-confirmed');
    if (!isDue(booking, time)) return refuse('too-early');
    const { date, units } = booking;
    return { booking: [{ type, data: { date, units, by, recordedAt: time.now } }] };
  };
}

export const completeVisit = record('VisitCompleted', canComplete);
export const recordNoShow = record('NoShowRecorded', canBeNoShow);

function undo(type: 'CompletionUndone' | 'NoShowUndone', from: BookingStatus, otherwise: RefusalName) {
  return ({ booking }: OneBooking, { by, now }: Recorder): BookingEvents | Refusal => {
    if (booking === null) return refuse('unknown-booking');
    if (booking.status !== from) return refuse(otherwise);
    if (!isPaidFor(booking)) return refuse('already-refunded');
    if (now >= (outcomeFinalAt(booking) ?? 0)) return refuse('too-late');
    const { date, units } = booking;
    return { booking: [{ type, data: { date, units, by } }] };
  };
}

export const undoCompletion = undo('CompletionUndone', 'completed', 'not-completed');
export const undoNoShow = undo('NoShowUndone', 'no-show', 'not-a-no-show');
