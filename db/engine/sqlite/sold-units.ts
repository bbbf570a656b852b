import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { contradiction, unitsChangedBy } from '../../sold-units.ts';
import type { SqliteDatabase } from './sqlite.ts';

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
    for (const { date, unit, booking, isSold } of unitsChangedBy(stream, event)) {
      const statement = isSold ? this.#claim : this.#release;
      if (statement.run(date, unit, booking).changes !== 1) throw contradiction(event.type, date, unit);
    }
  }
}
