import type { CivilDate } from '#shared/civil-date.ts';
import { type DayEvent, type DayState, dateOf, dayType } from '#events/day.ts';
import type { Recorded } from '#events/event.ts';
import { type RowOf, key, projection, text } from './projection.ts';

const columns = {
  date: key<CivilDate>(),
  /** The state of each unit, as JSON. */
  units: text<string>(),
};

/** Past dates included; a date without a row is free. */
export type AvailabilityRow = RowOf<typeof columns>;

/** Without forfeitures, which visitors don't need. */
export function dayOf(row: AvailabilityRow | null | undefined): DayState {
  if (!row) return dayType.initial;
  return { ...(JSON.parse(row.units) as DayState), forfeitures: dayType.initial.forfeitures };
}

function afterEvent(event: Recorded<DayEvent>, row: AvailabilityRow | null): AvailabilityRow {
  const { forfeitures: _forfeitures, ...units } = dayType.evolve(dayOf(row), event);
  return { date: dateOf(event.stream), units: JSON.stringify(units) };
}

export const availability = projection({
  name: 'availability',
  columns,
  create: {
    UnitsHeld: afterEvent,
    UnitsReleased: afterEvent,
    UnitsConfirmed: afterEvent,
    UnitsForfeited: afterEvent,
    UnitsClosed: afterEvent,
    UnitsOpened: afterEvent,
  },
  update: {},
});
