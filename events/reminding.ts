import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { type Booking, type BookingEvent, type BookingState, type ReminderKind, reminderKey } from './booking.ts';
import { type BusinessTime, civilDateAt, instantOf } from './business-time.ts';

/** The hour, on the business's clock, from which a day's reminders go out. */
export const REMINDER_HOUR = 9;

export const REMINDER_KINDS: readonly ReminderKind[] = ['last-free-day', 'day-before'];

/** The date on which a reminder goes out; null when there is nothing to be reminded of. */
export function reminderDate(
  kind: ReminderKind,
  { date, freeChangesThrough }: Pick<Booking, 'date' | 'freeChangesThrough'>,
): CivilDate | null {
  return kind === 'last-free-day' ? freeChangesThrough : addDays(date, -1);
}

export interface ReminderTime extends BusinessTime {
  /** When the visit was booked or last moved: who was told of its day on that very date needs no reminder. */
  readonly since: number;
}

/**
 * Asks for a reminder of a visit, once for each date it is moved to: on the reminder's own date from nine in the morning to
 * midnight, and never later, when it would not be true any more. Asks for nothing otherwise.
 */
export function remind(
  { booking }: { readonly booking: BookingState },
  kind: ReminderKind,
  { now, timeZone, since }: ReminderTime,
): { readonly booking: readonly BookingEvent[] } {
  const nothing = { booking: [] };
  if (booking?.status !== 'confirmed') return nothing;
  const { date } = booking;
  const on = reminderDate(kind, booking);
  if (on === null || civilDateAt(now, timeZone) !== on) return nothing;
  if (now < instantOf(on, REMINDER_HOUR, timeZone) || civilDateAt(since, timeZone) >= on) return nothing;
  if (booking.reminders.includes(reminderKey(kind, date))) return nothing;
  return { booking: [{ type: 'ReminderRequested', data: { kind, date } }] };
}
