import type { CivilDate } from '#shared/civil-date.ts';
import type { Unit } from '#shared/booking/session-type.ts';
import type { BookingEvent } from './booking.ts';
import { type BusinessTime, unitStart } from '../business-time.ts';
import { type DayEvent, type DayState, takenUnits } from '../day.ts';
import { type Forfeited, refillByClosure } from './refilling.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

export type Days = Readonly<Record<CivilDate, DayState>>;

export interface DatesChange {
  readonly days: Readonly<Record<CivilDate, readonly DayEvent[]>>;
  readonly forfeited: Readonly<Record<string, readonly BookingEvent[]>>;
}

interface Change {
  readonly units: readonly Unit[];
  readonly admin: string;
}

export interface Closure extends Change {
  readonly onlyFree: boolean;
  /** Forfeited bookings whose refund the admin has accepted. */
  readonly refunds: readonly string[];
}

function datesOf(days: Days): readonly (readonly [CivilDate, DayState])[] {
  return Object.entries(days) as [CivilDate, DayState][];
}

export function unitsAhead(date: CivilDate, units: readonly Unit[], { now, timeZone }: BusinessTime): readonly Unit[] {
  return units.filter((unit) => now < unitStart(date, unit, timeZone));
}

/** All days or none; refills forfeitures. Refuses `units-over`, `units-taken`, `refunds-not-accepted`, `changed-meanwhile`. */
export function closeDates(
  { days, forfeited }: { readonly days: Days; readonly forfeited: Forfeited },
  { units, admin, onlyFree, refunds }: Closure,
  time: BusinessTime,
): DatesChange | Refusal {
  const ahead = datesOf(days).map(([date, day]) => ({ date, day, units: unitsAhead(date, units, time) }));
  if (ahead.every((each) => each.units.length === 0)) return refuse('units-over');
  const isTaken = ahead.some((each) => takenUnits(each.day, each.units).length > 0);
  if (isTaken && !onlyFree) return refuse('units-taken');
  const changed: Record<CivilDate, readonly DayEvent[]> = {};
  const refilled: Record<string, readonly BookingEvent[]> = {};
  for (const { date, day, units: its } of ahead) {
    const closing = its.filter((unit) => day[unit].kind === 'free');
    if (closing.length === 0) continue;
    const refill = refillByClosure(day, closing, forfeited, { date, ...time });
    if (isRefusal(refill)) return refill;
    changed[date] = [{ type: 'UnitsClosed', data: { units: closing, admin } }, ...refill.day];
    Object.assign(refilled, refill.forfeited);
  }
  if (Object.keys(refilled).some((id) => !refunds.includes(id))) return refuse('refunds-not-accepted');
  return { days: changed, forfeited: refilled };
}

export function openDates({ days }: { readonly days: Days }, { units, admin }: Change): Pick<DatesChange, 'days'> {
  const changed: Record<CivilDate, readonly DayEvent[]> = {};
  for (const [date, day] of datesOf(days)) {
    const opening = units.filter((unit) => day[unit].kind === 'closed');
    if (opening.length > 0) changed[date] = [{ type: 'UnitsOpened', data: { units: opening, admin } }];
  }
  return { days: changed };
}
