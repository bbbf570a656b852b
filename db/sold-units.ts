/**
 * The last line of defence against selling a unit twice: a primary key over date and unit, written with the append. The decision over the
 * day's stream refuses first; a violation here is a fault of the program, and the append is rolled back.
 */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Write } from './engine/write.ts';

/** Takes the place of a booking for a unit that the owner closed. No booking has this id. */
const OWNER = 'closed';

const CLAIM = `INSERT INTO sold_units (date, unit, booking) VALUES (?, ?, ?)
  ON CONFLICT (date, unit) DO UPDATE SET booking = excluded.booking WHERE sold_units.booking = excluded.booking`;
const RELEASE = 'DELETE FROM sold_units WHERE date = ? AND unit = ? AND booking = ?';

/** How the events of a day change its units. */
const EFFECTS: Readonly<Partial<Record<DomainEvent['type'], string>>> = {
  UnitsHeld: CLAIM,
  UnitsConfirmed: CLAIM,
  UnitsClosed: CLAIM,
  UnitsReleased: RELEASE,
  UnitsForfeited: RELEASE,
  UnitsOpened: RELEASE,
};

/** The rows that an event inserts or deletes. Fails if its units belong to another booking. */
export function unitWrites({ type, stream, data }: Recorded<DomainEvent>): Write[] {
  const sql = EFFECTS[type];
  if (sql === undefined || !('units' in data)) return [];
  const date = stream.slice('day-'.length);
  const booking = 'booking' in data ? data.booking : OWNER;
  const check = (written: number) => {
    if (written !== data.units.length)
      throw new Error(`${type} of ${date} ${data.units.join(' and ')} contradicts what is sold`);
  };
  return [{ sql, rows: data.units.map((unit) => [date, unit, booking]), check }];
}
