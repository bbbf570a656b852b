import type { CivilDate } from '#shared/civil-date.ts';
import type { Unit } from '#shared/booking/session-type.ts';
import { startOf } from './calendar.ts';

interface Line {
  readonly name: string;
  readonly date: CivilDate;
  /** Units not sold again yet. */
  readonly units: Set<Unit>;
}

/** What a sale or a closure does for those who wait: who had units of theirs taken, and who has all of them. */
interface Outcome {
  readonly taken: string[];
  readonly done: string[];
}

/** The shopkeeper's list of late cancellations, oldest on top; a line is struck when there is nothing to wait for. */
export class Waiting {
  #lines: Line[] = [];

  add(name: string, date: CivilDate, units: readonly Unit[]): void {
    this.#lines.push({ name, date, units: new Set(units) });
  }

  /** A unit that is sold goes to the topmost line that waits for it, and to no other. */
  sold(date: CivilDate, units: readonly Unit[], now: number): Outcome {
    const served = new Set<Unit>();
    return this.#strike(date, now, (line) => {
      const here = units.filter((unit) => line.units.has(unit) && !served.has(unit));
      for (const unit of here) served.add(unit);
      return here;
    });
  }

  /** A unit that is closed counts for every line: it cannot be sold again. */
  closed(date: CivilDate, units: readonly Unit[], now: number): Outcome {
    return this.#strike(date, now, (line) => units.filter((unit) => line.units.has(unit)));
  }

  /** Whether a unit that a forfeiture waits for has begun. */
  isLost(name: string, now: number): boolean {
    const line = this.#lines.find((each) => each.name === name);
    return line !== undefined && [...line.units].some((unit) => now >= startOf(line.date, unit));
  }

  /** Strikes a booking's line. Returns whether there was one. */
  end(name: string): boolean {
    const before = this.#lines.length;
    this.#lines = this.#lines.filter((line) => line.name !== name);
    return this.#lines.length < before;
  }

  #strike(date: CivilDate, now: number, take: (line: Line) => readonly Unit[]): Outcome {
    const outcome: Outcome = { taken: [], done: [] };
    for (const line of this.#lines.filter((each) => each.date === date && !this.isLost(each.name, now))) {
      const units = take(line);
      for (const unit of units) line.units.delete(unit);
      if (units.length > 0) outcome.taken.push(line.name);
      if (line.units.size === 0) outcome.done.push(line.name);
    }
    for (const name of outcome.done) this.end(name);
    return outcome;
  }
}
