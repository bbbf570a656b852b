import type { DomainEvent } from '#events/registry.ts';
import type { SqliteDatabase } from './sqlite.ts';

/**
 * The last line of defence against selling a unit twice: a primary key over date and unit, written with the append.
 * The decision over the day's stream refuses first; when this refuses, the program is wrong and the append is undone.
 */
export class UnitGuard {
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

  /** Takes an event about to be committed into account. Throws when its units belong to another booking. */
  apply(stream: string, event: DomainEvent): void {
    if (event.type !== 'UnitsHeld' && event.type !== 'UnitsConfirmed' && event.type !== 'UnitsReleased') return;
    const date = stream.slice('day-'.length);
    const { booking, units } = event.data;
    const statement = event.type === 'UnitsReleased' ? this.#release : this.#claim;
    for (const unit of units) {
      if (statement.run(date, unit, booking).changes !== 1) {
        throw new Error(`${event.type} of ${date} ${unit} contradicts what is sold`);
      }
    }
  }
}
