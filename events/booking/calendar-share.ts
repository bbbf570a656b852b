/** Limits how much of the calendar unpaid holds may take from other visitors. */
import type { CivilDate } from '#shared/civil-date.ts';
import { UNITS, type Unit } from '#shared/booking/session-type.ts';
import { type BookingTime, whenBookable } from '../business-time.ts';
import type { DayState } from '../day.ts';

/** A future unit that is not sold: free, or held and unpaid. */
export interface UnsoldUnit {
  readonly unit: Unit;
  readonly hold: { readonly booking: string; /** In milliseconds. */ readonly until: number } | null;
}

export interface DayAhead {
  readonly date: CivilDate;
  readonly units: readonly UnsoldUnit[];
}

/** How much of the unsold calendar a group of holds may take together. */
export interface Share {
  /** Fraction of the units from today through any date. */
  readonly part: number;
  /** Units that they may always take, however few are unsold. A full day takes two. */
  readonly least: number;
}

/** The units of a date that can still be sold. Units that are booked, closed or too soon are not counted. */
export function dayAhead(date: CivilDate, day: DayState, time: BookingTime): DayAhead {
  const units = UNITS.flatMap((unit): UnsoldUnit[] => {
    const state = day[unit];
    if (state.kind === 'held') return [{ unit, hold: { booking: state.booking, until: state.until } }];
    const isOpen = state.kind === 'free' && whenBookable(date, [unit], time) === 'open';
    return isOpen ? [{ unit, hold: null }] : [];
  });
  return { date, units };
}

/** A hold of some units of a date. */
export interface Holding {
  readonly booking: string;
  readonly date: CivilDate;
  readonly units: readonly Unit[];
  /** In milliseconds. */
  readonly until: number;
}

/** The calendar with additional holds, as far as their units are free. */
export function withHolds(days: readonly DayAhead[], holdings: readonly Holding[]): readonly DayAhead[] {
  const byDate = Map.groupBy(holdings, ({ date }) => date);
  return days.map(({ date, units }) => ({
    date,
    units: units.map((each) => {
      const holding = byDate.get(date)?.find((one) => one.units.includes(each.unit));
      return each.hold === null && holding ? { ...each, hold: holding } : each;
    }),
  }));
}

/** The calendar without the hold of a booking that is given up. */
export function withoutHold(days: readonly DayAhead[], booking: string): readonly DayAhead[] {
  const given = (each: UnsoldUnit) => (each.hold?.booking === booking ? { ...each, hold: null } : each);
  return days.map(({ date, units }) => ({ date, units: units.map(given) }));
}

/**
 * Whether holds take more than their share: returns the instant, in milliseconds, at which the first of them ends; null when they
 * do not. The share is checked from today through every date, so that near days stay open as well as later ones. Only dates from
 * `since` on are checked: a hold of a later date takes nothing from earlier ones.
 */
export function beyondShare(
  days: readonly DayAhead[],
  since: CivilDate,
  { part, least }: Share,
  isTheirs: (booking: string) => boolean,
): number | null {
  let unsold = 0;
  let theirs = 0;
  let firstEnd = Infinity;
  for (const { date, units } of days) {
    for (const { hold } of units) {
      unsold += 1;
      if (hold === null || !isTheirs(hold.booking)) continue;
      theirs += 1;
      firstEnd = Math.min(firstEnd, hold.until);
    }
    if (date >= since && theirs > Math.max(least, Math.floor(unsold * part))) return firstEnd;
  }
  return null;
}
