import type { CivilDate } from '#shared/civil-date.ts';
import { type Unit, UNITS } from '#shared/session-type.ts';
import type { Fact, Stream, StreamType } from './event.ts';

/** Capacity of one date: one crew, two units, each sold once. */

interface Units {
  /** The booking the units belong to. */
  readonly booking: string;
  readonly units: readonly Unit[];
}

export type DayEvent =
  | Fact<'UnitsHeld', Units & { readonly until: number }>
  | Fact<'UnitsReleased', Units>
  | Fact<'UnitsConfirmed', Units>;

export type UnitState =
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly booking: string; readonly until: number }
  | { readonly kind: 'booked'; readonly booking: string };

export type DayState = Readonly<Record<Unit, UnitState>>;

const FREE: UnitState = { kind: 'free' };

function withUnits(state: DayState, units: readonly Unit[], unit: UnitState): DayState {
  const next = { ...state };
  for (const name of units) next[name] = unit;
  return next;
}

export const dayType: StreamType<DayState, DayEvent> = {
  category: 'day',
  initial: { am: FREE, pm: FREE },
  evolve(state, event) {
    switch (event.type) {
      case 'UnitsHeld':
        return withUnits(state, event.data.units, {
          kind: 'held',
          booking: event.data.booking,
          until: event.data.until,
        });
      case 'UnitsReleased':
        return withUnits(state, event.data.units, FREE);
      case 'UnitsConfirmed':
        return withUnits(state, event.data.units, { kind: 'booked', booking: event.data.booking });
    }
  },
};

export function dayStream(date: CivilDate): Stream<DayState, DayEvent> {
  return { name: `day-${date}`, type: dayType };
}

/** Whether nobody has any of these units. */
export function areFree(day: DayState, units: readonly Unit[]): boolean {
  return units.every((unit) => day[unit].kind === 'free');
}

/** The units of the day that this booking holds or has booked. */
export function unitsHeldBy(day: DayState, booking: string): Unit[] {
  return UNITS.filter((unit) => {
    const state = day[unit];
    return state.kind !== 'free' && state.booking === booking;
  });
}
