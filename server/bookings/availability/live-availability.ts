import { dayType } from '#events/day.ts';
import type { DayAvailability } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import type { DateRange, Reader } from './availability.ts';
import { SharedDays, isSameDay } from './shared-days.ts';

/** Proxies close silent connections. */
const SILENCE_MS = 15_000;

/** Least time between two reads of the days. */
const PAUSE_MS = 1000;

/** About a millisecond of work, sending included. */
const VIEWS_PER_TURN = 8;

const CATEGORY = `${dayType.category}-`;

export class LiveAvailability {
  readonly #reader: Reader;
  readonly #days: SharedDays;
  readonly #looks = new FewPerTurn(VIEWS_PER_TURN);
  readonly #views = new Set<() => void>();
  #changes = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#days = new SharedDays(reader);
    reader.store.onCommit((events, _, isOtherHistory = false) => {
      if (!isOtherHistory && !events.some(({ stream }) => stream.startsWith(CATEGORY))) return;
      this.#changes += 1;
      this.#days.changed();
      for (const onChange of this.#views) onChange();
    });
  }

  get changes(): number {
    return this.#changes;
  }

  /** Read once for all visitors until a day changes. */
  days(own: string | null, range: DateRange): Promise<{ readonly days: readonly DayAvailability[] }> {
    return this.#days.seenBy(own, range);
  }

  /** Yields all days, then changed ones, until the signal aborts. Computes nothing while the reader doesn't read. */
  async *view(
    range: DateRange,
    own: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<AvailabilityChange, void, void> {
    const { clock } = this.#reader;
    const shown = new Map<CivilDate, DayAvailability>();
    let isStale = false;
    let waking = new AbortController();
    // Each abort without a reason creates an error with a stack.
    const wake = () => waking.abort('awake');
    const onChange = () => {
      isStale = true;
      wake();
    };
    this.#views.add(onChange);
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        isStale = false;
        const { today, days } = await this.#days.seenBy(own, range);
        // After the read, because its end resumes all views in the same turn.
        await this.#looks.next();
        if (signal.aborted) return;
        const changed = days.filter((day) => !isSameDay(shown.get(day.date), day));
        for (const day of changed) shown.set(day.date, day);
        yield { today, days: changed };
        await clock.wait(PAUSE_MS, signal);
        waking = new AbortController();
        if (!isStale && !signal.aborted) await clock.wait(SILENCE_MS, waking.signal);
      }
    } finally {
      this.#views.delete(onChange);
      signal.removeEventListener('abort', wake);
    }
  }
}

/** Resumes its callers in order, a few per turn of the event loop, so that requests are served in between. */
export class FewPerTurn {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#letSomeContinue());
    });
  }

  #letSomeContinue(): void {
    for (const resolve of this.#waiting.splice(0, this.#most)) resolve();
    if (this.#waiting.length > 0) setImmediate(() => this.#letSomeContinue());
  }
}
