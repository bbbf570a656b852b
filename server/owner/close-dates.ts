import type { Cause } from '#db/change.ts';
import {
  type DatesChange,
  type Days,
  closeDates as decideClosing,
  openDates as decideOpening,
} from '#events/booking/closing.ts';
import { type DayEvent, type DayState, dayStream } from '#events/day.ts';
import { isRefusal } from '#events/refusal.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import type { DatesQuery } from '#shared/owner/schedule.ts';
import { forfeitedEvents, forfeitedStates, withOpenForfeitures } from '../bookings/changing/forfeited.ts';
import { withPrefix, withoutPrefix } from '../bookings/changing/prefixed-streams.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** `by`: the admin's account. */
interface ByAdmin extends DatesQuery {
  readonly by: string;
}

export interface Closing extends ByAdmin {
  /** Leaves held and booked units; otherwise, such a unit refuses the whole closure. */
  readonly onlyFree: boolean;
  readonly refunds: readonly string[];
}

const PREFIX = 'day:';

export function datesOf({ first, last }: DatesQuery): CivilDate[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

function dayStreams(dates: readonly CivilDate[]) {
  return withPrefix(
    PREFIX,
    dates.map((date) => [date, dayStream(date)] as const),
  );
}

function dayStates(states: object): Days {
  return withoutPrefix<DayState>(PREFIX, states);
}

function dayEvents(days: DatesChange['days']) {
  return withPrefix(PREFIX, Object.entries<readonly DayEvent[]>(days));
}

/** All or none. Throws `Rejected`: `units-over`, `units-taken` and `refunds-not-accepted`, which `closurePlan` explains. */
export async function closeDates(dependencies: Dependencies, closing: Closing, cause: Cause): Promise<void> {
  const { store } = dependencies;
  const { by: admin, onlyFree, refunds } = closing;
  const dates = datesOf(closing);
  await withOpenForfeitures(store, dates, (forfeited) =>
    store.change({
      streams: { ...dayStreams(dates), ...forfeited },
      decide(states) {
        const closure = { units: unitsOf(closing.units), admin, onlyFree, refunds };
        const known = { days: dayStates(states), forfeited: forfeitedStates(states) };
        const decided = forfeitedEvents(decideClosing(known, closure, businessTime(dependencies)));
        if (isRefusal(decided)) return decided;
        const { days, ...others } = decided;
        return { ...dayEvents(days), ...others };
      },
      cause,
    }),
  );
}

export async function openDates({ store }: Dependencies, opening: ByAdmin, cause: Cause): Promise<void> {
  await store.change({
    streams: dayStreams(datesOf(opening)),
    decide: (states) =>
      dayEvents(decideOpening({ days: dayStates(states) }, { units: unitsOf(opening.units), admin: opening.by }).days),
    cause,
  });
}
