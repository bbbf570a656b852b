import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { type Booking, type ReminderKind, reminderKey, type BookingEvents, type OneBooking } from './booking.ts';
import { type BusinessTime, civilDateAt, instantOf } from '../business-time.ts';

export const REMINDER_HOUR = 9;

export const REMINDER_KINDS: readonly ReminderKind[] = ['last-free-day', 'day-before'];

export function reminderDate(
  kind: ReminderKind,
  { date, freeChangesThrough }: Pick<Booking, 'date' | 'freeChangesThrough'>,
): CivilDate | null {
  return kind === 'last-free-day' ? freeChangesThrough : addDays(date, -1);
}

export interface ReminderTime extends BusinessTime {
  /** When the visit was booked or last moved: a customer needs no reminder on that date. */
  readonly since: number;
}

/** Once for each date, from nine in the morning until midnight: later, the text would be wrong. */
export function remind(
  { booking }: OneBooking,
  kind: ReminderKind,
  { now, timeZone, since }: ReminderTime,
): BookingEvents {
  const nothing = { booking: [] };
  if (booking?.status !== 'confirmed') return nothing;
  const { date } = booking;
  const on = reminderDate(kind, booking);
  if (on === null || civilDateAt(now, timeZone) !== on) return nothing;
  if (now < instantOf(on, REMINDER_HOUR, timeZone) || civilDateAt(since, timeZone) >= on) return nothing;
  if (booking.reminders.includes(reminderKey(kind, date))) return nothing;
  return { booking: [{ type: 'ReminderRequested', data: { kind, date } }] };
}
