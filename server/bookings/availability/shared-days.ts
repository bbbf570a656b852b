import { LRUCache } from 'lru-cache';
import { type BookingTime, bookingWindow } from '#events/business-time.ts';
import { unitsHeldBy } from '#events/day.ts';
import type { DayAvailability } from '#shared/booking/availability.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import { type DateRange, type KnownDay, type Reader, datesAsked, dayFor, knownDays } from './availability.ts';
import { bookingTime } from '../dependencies.ts';

/** The usual booking window is shorter, so every range is part of one piece. */
const PIECE = 100;

const MOST_PIECES = 50;

interface Piece {
  readonly version: number;
  readonly second: number;
  readonly days: Promise<readonly KnownDay[]>;
}

export function isSameDay(a: DayAvailability | undefined, b: DayAvailability): boolean {
  return a === b || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

/** Computed once for all readers, again after `changed()` or in another second. */
export class SharedDays {
  readonly #reader: Reader;
  readonly #pieces = new LRUCache<number, Piece>({ max: MOST_PIECES });
  #version = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  changed(): void {
    this.#version += 1;
  }

  /** An unchanged day is the same object as before, unless the visitor holds a unit of it. */
  async seenBy(own: string | null, range: DateRange): Promise<{ today: CivilDate; days: DayAvailability[] }> {
    const time = bookingTime(this.#reader);
    const { today, from, count } = datesAsked(range, time);
    if (count === 0) return { today, days: [] };
    const first = daysBetween(today, from);
    const firstPiece = Math.floor(first / PIECE);
    const known: KnownDay[] = [];
    for (let piece = firstPiece; piece * PIECE < first + count; piece++)
      known.push(...(await this.#piece(piece, time)));
    const offset = first - firstPiece * PIECE;
    const days = known.slice(offset, offset + count).map(({ state, day }) => {
      const isOwn = own !== null && unitsHeldBy(state, own).length > 0;
      return isOwn ? dayFor(day.date, state, time, own) : day;
    });
    return { today, days };
  }

  #piece(index: number, time: BookingTime): Promise<readonly KnownDay[]> {
    const second = Math.floor(time.now / 1000);
    const last = this.#pieces.get(index);
    if (last?.version === this.#version && last.second === second) return last.days;
    const days = this.#read(index, time, last);
    this.#pieces.set(index, { version: this.#version, second, days });
    return days;
  }

  async #read(index: number, time: BookingTime, last: Piece | undefined): Promise<readonly KnownDay[]> {
    const { today, to } = bookingWindow(time);
    const from = addDays(today, index * PIECE);
    const count = Math.min(PIECE, daysBetween(from, to) + 1);
    const read = await knownDays(this.#reader, { from, count }, time);
    const lastRead = (await last?.days.catch(() => null)) ?? [];
    const before = new Map(lastRead.map(({ day }) => [day.date, day]));
    return read.map(({ state, day }) => {
      const same = before.get(day.date);
      return { state, day: same && isSameDay(same, day) ? same : day };
    });
  }
}
