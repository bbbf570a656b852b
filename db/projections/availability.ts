import type { CivilDate } from '#shared/civil-date.ts';
import type { Unit } from '#shared/booking/session-type.ts';
import { type DayEvent, type DayState, type UnitState, dateOf, dayType } from '#events/day.ts';
import type { Recorded } from '#events/event.ts';
import { type RowOf, integerOrNull, key, text, textOrNull, projection } from './projection.ts';

const columns = {
  date: key<CivilDate>(),
  am: text<UnitState['kind']>(),
  am_booking: textOrNull<string>(),
  am_until: integerOrNull(),
  pm: text<UnitState['kind']>(),
  pm_booking: textOrNull<string>(),
  pm_until: integerOrNull(),
};

/** Past dates included; a date without a row is free. */
export type AvailabilityRow = RowOf<typeof columns>;

function unitOf(row: AvailabilityRow, unit: Unit): UnitState {
  const kind = row[unit];
  const booking = row[`${unit}_booking`] ?? '';
  if (kind === 'held') return { kind, booking, until: row[`${unit}_until`] ?? 0 };
  return kind === 'booked' ? { kind, booking } : { kind };
}

function bookingOf(unit: UnitState): string | null {
  return unit.kind === 'held' || unit.kind === 'booked' ? unit.booking : null;
}

/** Without forfeitures, which visitors don't need. */
export function dayOf(row: AvailabilityRow | null | undefined): DayState {
  return row ? { ...dayType.initial, am: unitOf(row, 'am'), pm: unitOf(row, 'pm') } : dayType.initial;
}

function afterEvent(event: Recorded<DayEvent>, row: AvailabilityRow | null): AvailabilityRow {
  const { am, pm } = dayType.evolve(dayOf(row), event);
  return {
    date: dateOf(event.stream),
    am: am.kind,
    am_booking: bookingOf(am),
    am_until: am.kind === 'held' ? am.until : null,
    pm: pm.kind,
    pm_booking: bookingOf(pm),
    pm_until: pm.kind === 'held' ? pm.until : null,
  };
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
