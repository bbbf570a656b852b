/** What the time of a visit causes: reminders, the end of a forfeiture, forgetting. */
import { anyChange } from '#db/change.ts';
import { type ReminderKind, bookingOf, bookingStream } from '#events/booking/booking.ts';
import { endKeptVisit, forgetAt } from '#events/booking/forgetting.ts';
import { finalAt, finaliseForfeiture } from '#events/booking/refilling.ts';
import { REMINDER_HOUR, REMINDER_KINDS, remind, reminderDate } from '#events/booking/reminding.ts';
import { instantOf } from '#events/business-time.ts';
import { dayStream } from '#events/day.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { grouped } from '../changing/grouped-streams.ts';
import { type JobDependencies, businessTime } from '../dependencies.ts';
import { earlierTries, withEarlierTries } from '../forgetting/forget-guest.ts';

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

/** A visit that is moved wakes it. */
function jobFor({ stream, at }: { readonly stream: string; readonly at: number }) {
  const id = bookingOf(stream);
  return { key: id, due: at, wakes: true } as const;
}

export const keptVisits: JobKind<Pick<JobDependencies, 'store' | 'config'>> = {
  kind: 'kept-visits',
  on: { VisitKept: jobFor, ForgettingRequested: jobFor, BookingRescheduled: jobFor },
  async run({ key: id, due }, { store, config: { timeZone } }) {
    const at = forgetAt(await store.stateOf(bookingStream(id)), timeZone);
    if (at === null) return;
    if (at > due) return { due: at };
    return grouped({
      streams: { booking: bookingStream(id) },
      groups: { tries: await earlierTries(store, id) },
      decide: (states) => withEarlierTries(endKeptVisit(states, { now: due, timeZone }), states.tries),
      cause: { correlation: id },
    });
  },
  atOnce: 1,
  irreversible: true,
};

/** No decision depends on that record. */
export const forfeitures: JobKind<Pick<JobDependencies, 'store' | 'config'>> = {
  kind: 'forfeitures',
  on: {
    BookingForfeited: ({ stream, at }) => ({ key: bookingOf(stream), due: at }),
  },
  async run({ key: id, due }, { store, config: { timeZone } }) {
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'forfeited') return;
    const { date } = booking;
    const at = finalAt(await store.stateOf(dayStream(date)), id, { date, timeZone });
    if (at === null) return;
    if (at > due) return { due: at };
    return anyChange({
      streams: { booking: bookingStream(id), day: dayStream(date) },
      decide: (states) => finaliseForfeiture(states, id, { date, timeZone, now: due }),
      cause: { correlation: id },
    });
  },
  atOnce: 1,
  irreversible: true,
};
