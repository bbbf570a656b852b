/** The table of sold units: which booking has which unit of which day. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';

/** Takes the place of a booking for a unit that the owner closed. No booking has this id. */
const OWNER = 'closed';

/** How the events of a day change its units. */
const EFFECTS: Readonly<Partial<Record<DomainEvent['type'], 'claim' | 'release'>>> = {
  UnitsHeld: 'claim',
  UnitsConfirmed: 'claim',
  UnitsClosed: 'claim',
  UnitsReleased: 'release',
  UnitsForfeited: 'release',
  UnitsOpened: 'release',
};

/** A row that an event inserts or deletes. */
interface UnitChange {
  readonly date: string;
  readonly unit: string;
  readonly booking: string;
  readonly isSold: boolean;
}

export function unitsChangedBy(stream: string, event: DomainEvent | Recorded<DomainEvent>): UnitChange[] {
  const effect = EFFECTS[event.type];
  if (effect === undefined || !('units' in event.data)) return [];
  const date = stream.slice('day-'.length);
  const booking = 'booking' in event.data ? event.data.booking : OWNER;
  return event.data.units.map((unit) => ({ date, unit, booking, isSold: effect === 'claim' }));
}

/** The failure of an event whose units belong to another booking: a fault of the program. */
export function contradiction(type: string, date: string, unit: string): Error {
  return new Error(`${type} of ${date} ${unit} contradicts what is sold`);
}
