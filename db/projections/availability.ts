import type { CivilDate } from '#shared/civil-date.ts';
import type { Unit } from '#shared/session-type.ts';
import { type DayEvent, type DayState, type UnitState, dayType } from '#events/day.ts';
import type { Kysely } from 'kysely';
import type { Projection } from './projection.ts';

/** One date on which something is or was held or booked; a date without a row is free. */
export interface AvailabilityRow {
  readonly date: CivilDate;
  readonly am: UnitState['kind'];
  readonly am_booking: string | null;
  readonly am_until: number | null;
  readonly pm: UnitState['kind'];
  readonly pm_booking: string | null;
  readonly pm_until: number | null;
}

const CATEGORY = `${dayType.category}-`;

function unitOf(row: AvailabilityRow, unit: Unit): UnitState {
  const kind = row[unit];
  const booking = row[`${unit}_booking`] ?? '';
  if (kind === 'held') return { kind, booking, until: row[`${unit}_until`] ?? 0 };
  return kind === 'booked' ? { kind, booking } : { kind };
}

function bookingOf(unit: UnitState): string | null {
  return unit.kind === 'held' || unit.kind === 'booked' ? unit.booking : null;
}

/** The day's state, as its stream would give it, but for late cancellations: nobody who books needs to know of them. */
export function dayOf(row: AvailabilityRow | null | undefined): DayState {
  return row ? { ...dayType.initial, am: unitOf(row, 'am'), pm: unitOf(row, 'pm') } : dayType.initial;
}

function rowOf(date: CivilDate, { am, pm }: DayState): AvailabilityRow {
  return {
    date,
    am: am.kind,
    am_booking: bookingOf(am),
    am_until: am.kind === 'held' ? am.until : null,
    pm: pm.kind,
    pm_booking: bookingOf(pm),
    pm_until: pm.kind === 'held' ? pm.until : null,
  };
}

export const availability: Projection<AvailabilityRow> = {
  name: 'availability',
  version: 1,
  columns: {
    date: 'TEXT PRIMARY KEY',
    am: 'TEXT NOT NULL',
    am_booking: 'TEXT',
    am_until: 'INTEGER',
    pm: 'TEXT NOT NULL',
    pm_booking: 'TEXT',
    pm_until: 'INTEGER',
  },
  rowIsStream: true,
  isPersonal: false,
  streamOf: (key) => CATEGORY + key,
  concerns: (event) => event.stream.startsWith(CATEGORY),
  keyOf: (event) => event.stream.slice(CATEGORY.length),
  evolve(row, event) {
    const date = event.stream.slice(CATEGORY.length) as CivilDate;
    return rowOf(date, dayType.evolve(dayOf(row), event as DayEvent));
  },
};

/** Days from one date to another, both included, that have a row; earliest first. */
export function daysBetweenDates(db: Kysely<ReadTables>, from: CivilDate, to: CivilDate): Promise<AvailabilityRow[]> {
  return db
    .selectFrom('availability')
    .selectAll()
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

interface ReadTables {
  availability: AvailabilityRow;
}
