/** A few days around the spring-forward night of March 13 to 14, 2027, their instants written out by hand. */
import { type BookingTime, bookingTimeAt } from '#events/business-time.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim, Unit } from '#shared/booking/session-type.ts';
import { ZONE, at } from '../facts.ts';

export const START = at('2027-03-12T20:00:00-08:00');
export const WINDOW_DAYS = 2;

interface Day {
  readonly date: CivilDate;
  readonly midnight: number;
  readonly am: number;
  readonly pm: number;
}

function day(date: CivilDate, midnight: string, rest: string): Day {
  return {
    date,
    midnight: at(`${date}T00:00:00${midnight}`),
    am: at(`${date}T07:00:00${rest}`),
    pm: at(`${date}T13:00:00${rest}`),
  };
}

const DAYS: readonly Day[] = [
  day('2027-03-12', '-08:00', '-08:00'),
  day('2027-03-13', '-08:00', '-08:00'),
  day('2027-03-14', '-08:00', '-07:00'),
  day('2027-03-15', '-07:00', '-07:00'),
];

export const DATES: readonly CivilDate[] = DAYS.map(({ date }) => date);

export function unitsIn(claim: Claim): readonly Unit[] {
  return claim === 'full' ? ['am', 'pm'] : [claim];
}

/** When work of a claim starts. */
export function startOf(date: CivilDate, claim: Claim): number {
  const found = DAYS.find((each) => each.date === date);
  if (!found) throw new Error(`${date} is not in the calendar`);
  return claim === 'pm' ? found.pm : found.am;
}

/** How many dates from today to this one; negative when it has passed. */
export function datesAhead(date: CivilDate, now: number): number {
  const today = DAYS.findLastIndex((each) => each.midnight <= now);
  return DATES.indexOf(date) - today;
}

export function timeAt(now: number): BookingTime {
  return bookingTimeAt({ now, timeZone: ZONE, windowDays: WINDOW_DAYS });
}

const HOUR = 3_600_000;

/** Interesting instants: when a unit closes, when its work starts, when no forfeiture waits, and the moment before each. */
export const TURNING_POINTS: readonly number[] = DAYS.slice(1)
  .flatMap(({ am, pm, midnight }) => [midnight, am - 2 * HOUR, am, am + HOUR / 2, pm - 2 * HOUR, pm, pm + HOUR / 2])
  .flatMap((instant) => [instant - 1, instant]);

/** `2027-03-14 04:59:59.999`, on the business's clock. */
export function clock(instant: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE).toPlainDateTime();
  return local.toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}
