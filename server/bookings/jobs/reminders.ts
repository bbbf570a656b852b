import { anyChange } from '#db/change.ts';
import { type ReminderKind, bookingOf, bookingStream } from '#events/booking/booking.ts';
import { instantOf } from '#events/business-time.ts';
import { REMINDER_HOUR, REMINDER_KINDS, remind, reminderDate } from '#events/booking/reminding.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { type JobDependencies, businessTime } from '../dependencies.ts';

/** A visit that is moved wakes them. */
function jobsFor({ stream, at }: { readonly stream: string; readonly at: number }) {
  const keys = REMINDER_KINDS.map((kind) => `${bookingOf(stream)}:${kind}`);
  return keys.map((key) => ({ key, due: at, wakes: true as const }));
}

/** Records each request, so that neither a restart nor a clock jump sends a reminder twice. */
export const reminders: JobKind<Pick<JobDependencies, 'store' | 'clock' | 'config'>> = {
  kind: 'reminders',
  on: { BookingConfirmed: jobsFor, BookingRescheduled: jobsFor },
  async run({ key }, { store, clock, config }) {
    const [id, kind] = key.split(':') as [string, ReminderKind];
    const stream = bookingStream(id);
    const booking = await store.stateOf(stream);
    if (booking?.status !== 'confirmed') return;
    const date = reminderDate(kind, booking);
    if (date === null) return;
    const due = instantOf(date, REMINDER_HOUR, config.timeZone);
    if (clock.now() < due) return { due };
    const events = await store.eventsOf(stream);
    const placed = events.findLast(({ type }) => type === 'BookingConfirmed' || type === 'BookingRescheduled');
    const since = placed?.at ?? 0;
    return anyChange({
      streams: { booking: stream },
      decide: (states) => remind(states, kind, { ...businessTime({ clock, config }), since }),
      cause: { correlation: id },
    });
  },
  atOnce: 1,
};
