/** Capacity of one date: one crew, two units, each sold once; and the forfeited units that may be sold again. */
import type { CivilDate } from '#shared/civil-date.ts';
import { type Unit, ALL_UNITS, eachUnit } from '#shared/booking/session-type.ts';
import { type BusinessTime, unitStart } from './business-time.ts';
import type { Stream } from './event.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

interface Units {
  readonly booking: string;
  readonly units: readonly Unit[];
}

interface ByAdmin {
  readonly units: readonly Unit[];
  readonly admin: string;
}

export type UnitState =
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly booking: string; readonly until: number }
  | { readonly kind: 'booked'; readonly booking: string }
  | { readonly kind: 'closed' };

export interface Forfeiture {
  readonly booking: string;
  readonly units: readonly Unit[];
  /** Units not yet sold again or closed. If there's none, the payment is refunded. */
  readonly waiting: readonly Unit[];
  readonly isOver: boolean;
}

export type DayState = Readonly<Record<Unit, UnitState>> & {
  readonly forfeitures: readonly Forfeiture[];
};

const FREE: UnitState = { kind: 'free' };

function withUnits(state: DayState, units: readonly Unit[], unit: UnitState): DayState {
  const next = { ...state };
  for (const name of units) next[name] = unit;
  return next;
}

function withForfeiture(state: DayState, booking: string, change: (it: Forfeiture) => Forfeiture): DayState {
  return { ...state, forfeitures: state.forfeitures.map((each) => (each.booking === booking ? change(each) : each)) };
}

const { fact } = factsOf<DayState>();

const dayFacts = {
  UnitsHeld: fact<Units & { readonly until: number }>((day, { booking, units, until }) =>
    withUnits(day, units, { kind: 'held', booking, until }),
  ),
  UnitsReleased: fact<Units>((day, { units }) => withUnits(day, units, FREE)),
  UnitsConfirmed: fact<Units>((day, { booking, units }) => withUnits(day, units, { kind: 'booked', booking })),
  UnitsForfeited: fact<Units>((day, { booking, units }) => {
    const forfeiture = { booking, units, waiting: units, isOver: false };
    return { ...withUnits(day, units, FREE), forfeitures: [...day.forfeitures, forfeiture] };
  }),
  /** `by`: the booking that bought them; null if the owner closed them. */
  UnitsRefilled: fact<Units & { readonly by: string | null }>((day, { booking, units }) =>
    withForfeiture(day, booking, (it) => {
      const waiting = it.waiting.filter((unit) => !units.includes(unit));
      return { ...it, waiting, isOver: it.isOver || waiting.length === 0 };
    }),
  ),
  ForfeitureEnded: fact<{ readonly booking: string; readonly cause: 'final' | 'goodwill' }>((day, { booking }) =>
    withForfeiture(day, booking, (it) => ({ ...it, isOver: true })),
  ),
  UnitsClosed: fact<ByAdmin>((day, { units }) => withUnits(day, units, { kind: 'closed' })),
  UnitsOpened: fact<ByAdmin>((day, { units }) => withUnits(day, units, FREE)),
};

export type DayEvent = EventsOf<typeof dayFacts>;

const INITIAL: DayState = { ...eachUnit(() => FREE), forfeitures: [] };

export const dayType = stream('day', INITIAL, dayFacts);

export function dayStream(date: CivilDate): Stream<DayState, DayEvent> {
  return { name: `day-${date}`, type: dayType };
}

export function dateOf(stream: string): CivilDate {
  return stream.slice(dayType.category.length + 1) as CivilDate;
}

export function areFree(day: DayState, units: readonly Unit[]): boolean {
  return units.every((unit) => day[unit].kind === 'free');
}

/** The first reason that applies; null if all units are free. */
export function whyTaken(day: DayState, units: readonly Unit[]): 'time-booked' | 'time-held' | 'time-closed' | null {
  const kinds = new Set(units.map((unit) => day[unit].kind));
  if (kinds.has('booked')) return 'time-booked';
  if (kinds.has('held')) return 'time-held';
  return kinds.has('closed') ? 'time-closed' : null;
}

export function unitsHeldBy(day: DayState, booking: string): Unit[] {
  return ALL_UNITS.filter((unit) => {
    const state = day[unit];
    return (state.kind === 'held' || state.kind === 'booked') && state.booking === booking;
  });
}

export function takenUnits(day: DayState, units: readonly Unit[]): { unit: Unit; booking: string }[] {
  return units.flatMap((unit) => {
    const state = day[unit];
    return state.kind === 'held' || state.kind === 'booked' ? [{ unit, booking: state.booking }] : [];
  });
}

export interface DayTime extends BusinessTime {
  readonly date: CivilDate;
}

/** Oldest first; without those whose visit has begun, even if their end is not recorded yet. */
export function openForfeitures(day: DayState, { date, now, timeZone }: DayTime): readonly Forfeiture[] {
  return day.forfeitures.filter(
    ({ waiting, isOver }) => !isOver && waiting.every((unit) => now < unitStart(date, unit, timeZone)),
  );
}
