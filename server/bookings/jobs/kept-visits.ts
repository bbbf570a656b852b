import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { endKeptVisit, forgetAt } from '#events/booking/forgetting.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { grouped } from '../changing/grouped-streams.ts';
import { earlierTries, withEarlierTries } from '../forgetting/forget-guest.ts';
import type { JobDependencies } from '../dependencies.ts';

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
