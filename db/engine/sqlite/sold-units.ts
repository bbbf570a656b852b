import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { SqliteDatabase } from './sqlite.ts';

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

/**
 * The last line of defence against selling a unit twice: a primary key over date and unit, written with the append. The decision
 * over the day's stream refuses first; a violation here is a fault of the program, and the append is rolled back.
 */
export class SoldUnits {
  readonly #claim;
  readonly #release;

  constructor(db: SqliteDatabase) {
    this.#claim = db.prepare<[string, string, string]>(
      `INSERT INTO sold_units (date, unit, booking) VALUES (?, ?, ?)
       ON CONFLICT (date, unit) DO UPDATE SET booking = booking WHERE booking = excluded.booking`,
    );
    this.#release = db.prepare<[string, string, string]>(
      'DELETE FROM sold_units WHERE date = ? AND unit = ? AND booking = ?',
    );
  }

  /** Applies an event that is about to be committed. Throws if its units belong to another booking. */
  apply(stream: string, event: DomainEvent | Recorded<DomainEvent>): void {
    const effect = EFFECTS[event.type];
    if (effect === undefined || !('units' in event.data)) return;
    const date = stream.slice('day-'.length);
    const booking = 'booking' in event.data ? event.data.booking : OWNER;
    const statement = effect === 'release' ? this.#release : this.#claim;
    for (const unit of event.data.units) {
      if (statement.run(date, unit, booking).changes !== 1) {
        throw new Error(`${event.type} of ${date} ${unit} contradicts what is sold`);
      }
    }
  }
}
