import { dayType } from '#events/day.ts';
import type { DayAvailability } from '#shared/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { AvailabilityChange } from '#shared/managed-booking.ts';
import { FewPerTurn } from '../../process/few-per-turn.ts';
import type { DateRange, Reader } from './availability.ts';
import { SharedDays, isSameDay } from './shared-days.ts';

/** A sign of life at least so often: connections over which nothing comes are cut. */
const SILENCE_MS = 15_000;

/** However much is booked, days are looked at again no more often. */
const PAUSE_MS = 1000;

/** Views that look in one turn of the event loop: about a millisecond of work, with what is sent to them. */
const VIEWS_PER_TURN = 8;

const CATEGORY = `${dayType.category}-`;

/** Views of availability that stay open. What one change costs is computed once and shared by all of them. */
export class LiveAvailability {
  readonly #reader: Reader;
  readonly #days: SharedDays;
  readonly #looks = new FewPerTurn(VIEWS_PER_TURN);
  readonly #views = new Set<() => void>();

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#days = new SharedDays(reader);
    reader.store.onCommit((events) => {
      if (!events.some(({ stream }) => stream.startsWith(CATEGORY))) return;
      this.#days.changed();
      for (const tell of this.#views) tell();
    });
  }

  /**
   * Availability as `availability` returns it, and then the days that have changed, whenever any have: because of a booking, or
   * because time has passed. Ends when the signal aborts. For a reader who takes nothing, nothing is made.
   */
  async *view(
    range: DateRange,
    own: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<AvailabilityChange, void, void> {
    const { clock } = this.#reader;
    const shown = new Map<CivilDate, DayAvailability>();
    let isStale = false;
    let waking = new AbortController();
    // With a reason: without one, each abort makes an error with its stack.
    const wake = () => waking.abort('awake');
    const tell = () => {
      isStale = true;
      wake();
    };
    this.#views.add(tell);
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        await this.#looks.next();
        if (signal.aborted) return;
        isStale = false;
        const { today, days } = await this.#days.seenBy(own, range);
        const changed = days.filter((day) => !isSameDay(shown.get(day.date), day));
        for (const day of changed) shown.set(day.date, day);
        yield { today, days: changed };
        await clock.wait(PAUSE_MS, signal);
        waking = new AbortController();
        if (!isStale && !signal.aborted) await clock.wait(SILENCE_MS, waking.signal);
      }
    } finally {
      this.#views.delete(tell);
      signal.removeEventListener('abort', wake);
    }
  }
}
