import type { CivilDate } from '#shared/civil-date.ts';
import { type Unit, UNITS } from '#shared/session-type.ts';
import { unitStart } from './business-time.ts';
import type { Fact, Stream, StreamType } from './event.ts';

/** Capacity of one date: one crew, two units, each sold once; and who is waiting for units given up too late to be sold again. */

interface Units {
  /** The booking the units belong to. */
  readonly booking: string;
  readonly units: readonly Unit[];
}

export type DayEvent =
  | Fact<'UnitsHeld', Units & { readonly until: number }>
  | Fact<'UnitsReleased', Units>
  | Fact<'UnitsConfirmed', Units>
  /** Given up too late: free again, and waited for. */
  | Fact<'UnitsForfeited', Units>
  /** Units of a forfeited booking were sold again, `by` another one, or closed by the owner: null. */
  | Fact<'UnitsRefilled', Units & { readonly by: string | null }>
  /** Nobody waits for the forfeited units any more: their time has come, or the owner gave the money back. */
  | Fact<'ForfeitureEnded', { readonly booking: string; readonly cause: 'final' | 'goodwill' }>
  | Fact<'UnitsClosed', { readonly units: readonly Unit[] }>
  | Fact<'UnitsOpened', { readonly units: readonly Unit[] }>;

export type UnitState =
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly booking: string; readonly until: number }
  | { readonly kind: 'booked'; readonly booking: string }
  | { readonly kind: 'closed' };

/** A late cancellation. */
export interface Forfeiture {
  readonly booking: string;
  readonly units: readonly Unit[];
  /** Those not sold again so far. */
  readonly waiting: readonly Unit[];
  /** Whether there is nothing to wait for any more. */
  readonly isOver: boolean;
}

export type DayState = Readonly<Record<Unit, UnitState>> & {
  /** In the order in which they came about. */
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

export const dayType: StreamType<DayState, DayEvent> = {
  category: 'day',
  initial: { am: FREE, pm: FREE, forfeitures: [] },
  evolve(state, event) {
    switch (event.type) {
      case 'UnitsHeld': {
        const { booking, units, until } = event.data;
        return withUnits(state, units, { kind: 'held', booking, until });
      }
      case 'UnitsReleased':
      case 'UnitsOpened':
        return withUnits(state, event.data.units, FREE);
      case 'UnitsConfirmed':
        return withUnits(state, event.data.units, { kind: 'booked', booking: event.data.booking });
      case 'UnitsClosed':
        return withUnits(state, event.data.units, { kind: 'closed' });
      case 'UnitsForfeited': {
        const { booking, units } = event.data;
        const forfeiture = { booking, units, waiting: units, isOver: false };
        return { ...withUnits(state, units, FREE), forfeitures: [...state.forfeitures, forfeiture] };
      }
      case 'UnitsRefilled': {
        const { booking, units } = event.data;
        return withForfeiture(state, booking, (it) => {
          const waiting = it.waiting.filter((unit) => !units.includes(unit));
          return { ...it, waiting, isOver: it.isOver || waiting.length === 0 };
        });
      }
      case 'ForfeitureEnded':
        return withForfeiture(state, event.data.booking, (it) => ({ ...it, isOver: true }));
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
    return (state.kind === 'held' || state.kind === 'booked') && state.booking === booking;
  });
}

/** Which booking holds or has which of these units. */
export function takenUnits(day: DayState, units: readonly Unit[]): { unit: Unit; booking: string }[] {
  return units.flatMap((unit) => {
    const state = day[unit];
    return state.kind === 'held' || state.kind === 'booked' ? [{ unit, booking: state.booking }] : [];
  });
}

/** Where and when a day is looked at. */
export interface DayTime {
  readonly date: CivilDate;
  readonly now: number;
  readonly timeZone: string;
}

/**
 * Late cancellations that can still be made good, oldest first: none of the units that they wait for has begun. One whose
 * time has come waits for nothing any more, be that recorded yet or not.
 */
export function openForfeitures(day: DayState, { date, now, timeZone }: DayTime): readonly Forfeiture[] {
  return day.forfeitures.filter(
    ({ waiting, isOver }) => !isOver && waiting.every((unit) => now < unitStart(date, unit, timeZone)),
  );
}
