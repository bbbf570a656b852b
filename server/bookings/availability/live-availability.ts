import { type DayState, dateOf, dayStream, dayType } from '#events/day.ts';
import type { DayAvailability } from '#shared/booking/availability.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { bookingTime } from '../dependencies.ts';
import { type Reader, dayFor, knownDays, shownDates } from './availability.ts';

/** Proxies close silent connections. */
const SILENCE_MS = 15_000;

/** Least time between two lines of a view. */
const PAUSE_MS = 1000;

const CATEGORY = `${dayType.category}-`;

/** Null: any day may have changed. */
type Changed = Promise<readonly (readonly [CivilDate, DayState])[]> | null;

/** Tells open views of the days that change. */
export class LiveAvailability {
  readonly #reader: Reader;
  readonly #views = new Set<(changed: Changed) => void>();
  #changes = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    reader.store.onCommit((events, _, isOtherHistory = false) => {
      const dates = new Set(events.flatMap(({ stream }) => (stream.startsWith(CATEGORY) ? [dateOf(stream)] : [])));
      if (!isOtherHistory && dates.size === 0) return;
      this.#changes += 1;
      if (this.#views.size === 0) return;
      // Read once for all views.
      const changed = isOtherHistory ? null : this.#statesOf([...dates]);
      for (const onChange of this.#views) onChange(changed);
    });
  }

  get changes(): number {
    return this.#changes;
  }

  /** Yields all days, then changed ones, until the signal aborts. Computes nothing while the reader doesn't read. */
  async *view(own: string | null, signal: AbortSignal): AsyncGenerator<AvailabilityChange, void, void> {
    const { clock } = this.#reader;
    const shown = new Map<CivilDate, string>();
    let shownOn: CivilDate | null = null;
    let pending: Changed[] = [];
    let waking = new AbortController();
    // Each abort without a reason creates an error with a stack.
    const wake = () => waking.abort('awake');
    const onChange = (changed: Changed) => {
      pending.push(changed);
      wake();
    };
    this.#views.add(onChange);
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        const { today } = bookingTime(this.#reader);
        const changes = today === shownOn ? pending : [null];
        [pending, shownOn] = [[], today];
        const days = await this.#daysOf(changes, own);
        if (signal.aborted) return;
        const changed = days.filter((day) => shown.get(day.date) !== JSON.stringify(day));
        for (const day of changed) shown.set(day.date, JSON.stringify(day));
        yield { today, days: changed };
        await clock.wait(PAUSE_MS, signal);
        waking = new AbortController();
        if (pending.length === 0 && !signal.aborted) await clock.wait(SILENCE_MS, waking.signal);
        // The units of today can be booked until a while before they start.
        if (pending.length === 0) pending.push(this.#statesOf([today]));
      }
    } finally {
      this.#views.delete(onChange);
      signal.removeEventListener('abort', wake);
    }
  }

  #statesOf(dates: readonly CivilDate[]): NonNullable<Changed> {
    const states = Promise.all(
      dates.map(async (date) => [date, await this.#reader.store.stateOf(dayStream(date))] as const),
    );
    // Views end with the error, unless all have ended before.
    states.catch(() => {});
    return states;
  }

  async #daysOf(changes: readonly Changed[], own: string | null): Promise<DayAvailability[]> {
    const time = bookingTime(this.#reader);
    const { from, count } = shownDates(time);
    const known = changes.filter((each) => each !== null);
    if (known.length < changes.length)
      return (await knownDays(this.#reader, { from, count }, time, own)).map(({ day }) => day);
    const to = addDays(from, count - 1);
    const states = new Map((await Promise.all(known)).flat());
    return [...states].flatMap(([date, state]) => (from <= date && date <= to ? [dayFor(date, state, time, own)] : []));
  }
}
