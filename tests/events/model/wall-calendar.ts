import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim, Unit } from '#shared/booking/session-type.ts';
import { unitsIn } from './calendar.ts';

/** Who has a unit that the owner has closed. */
const OWNER = '';

interface Place {
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** The calendar on the shopkeeper's wall: a name in every unit that is taken. */
export class WallCalendar {
  readonly #names = new Map<string, string>();

  isFree(date: CivilDate, claim: Claim): boolean {
    return unitsIn(claim).every((unit) => this.#nameIn(date, unit) === undefined);
  }

  write(name: string, date: CivilDate, claim: Claim): void {
    for (const unit of unitsIn(claim)) this.#names.set(`${date} ${unit}`, name);
  }

  erase({ date, claim }: Place): void {
    for (const unit of unitsIn(claim)) this.#names.delete(`${date} ${unit}`);
  }

  /** Closes the free ones of these units and returns them; closes nothing and returns null when a unit is taken. */
  close(date: CivilDate, units: readonly Unit[]): readonly Unit[] | null {
    const names = units.map((unit) => this.#nameIn(date, unit));
    if (names.some((name) => name !== undefined && name !== OWNER)) return null;
    const closing = units.filter((_, index) => names[index] === undefined);
    for (const unit of closing) this.#names.set(`${date} ${unit}`, OWNER);
    return closing;
  }

  /** Opens the closed units of a claim. Returns whether there were any. */
  open(date: CivilDate, claim: Claim): boolean {
    const opening = unitsIn(claim).filter((unit) => this.#nameIn(date, unit) === OWNER);
    for (const unit of opening) this.#names.delete(`${date} ${unit}`);
    return opening.length > 0;
  }

  #nameIn(date: CivilDate, unit: Unit): string | undefined {
    return this.#names.get(`${date} ${unit}`);
  }
}
