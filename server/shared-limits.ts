import { type Booking, bookingOf, bookingStream, isPaidFor } from '#events/booking/booking.ts';
import { bookingWindow } from '#events/business-time.ts';
import { type DayAhead, dayAhead } from '#events/booking/calendar-share.ts';
import { dayStream } from '#events/day.ts';
import { isStanding } from '#events/booking/holding.ts';
import { addDays, daysBetween } from '#shared/civil-date.ts';
import { type BookingDependencies, bookingTime } from './bookings/dependencies.ts';
import type { Config } from './process/config.ts';
import type { Log } from './process/log.ts';
import { HoldGuard } from './bookings/buying/hold-guard.ts';
import { Limiter } from './web/limits/limiter.ts';
import { Turns } from './web/limits/event-loop-turns.ts';

const SENT_AWAY = 'more is asked than can be answered: some are sent away';

/** The limits that protect shared resources from overuse. */
export interface Guards {
  readonly limiter: Limiter;
  readonly holdGuard: HoldGuard;
  /** Admission control; null without limits. */
  readonly turns: Turns | null;
}

interface Parts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly config: Pick<Config, 'rateLimit' | 'bookingWindowDays'> & BookingDependencies['config'];
  readonly log: Log;
  /** Monotonic clock in milliseconds, used for all counting. */
  readonly now?: () => number;
}

export function openGuards(parts: Parts): Guards {
  const { config, log, store, clock, now = () => performance.now() } = parts;
  const factor = config.rateLimit;
  const standing = async (id: string): Promise<Booking | null> => {
    const booking = await store.stateOf(bookingStream(id));
    return isStanding(booking, clock.now()) ? booking : null;
  };
  const holdGuard = new HoldGuard({
    factor,
    standing,
    isPaidFor: async (id) => isPaidFor(await store.stateOf(bookingStream(id))),
    daysAhead: () => daysAhead(parts),
  });
  store.onCommit((events) => {
    for (const { type, stream } of events) if (type === 'BookingConfirmed') holdGuard.paid(bookingOf(stream));
  });
  return {
    limiter: new Limiter({ factor, now }),
    holdGuard,
    turns: factor === 0 ? null : new Turns({ now, onSentAway: () => log.warn(SENT_AWAY) }),
  };
}

/** The booking window, from the log's state. */
function daysAhead({ store, clock, config }: Parts): Promise<DayAhead[]> {
  const time = bookingTime({ clock, config });
  const { today, to } = bookingWindow(time);
  const days = Array.from({ length: daysBetween(today, to) + 1 }, async (_, index) => {
    const date = addDays(today, index);
    return dayAhead(date, await store.stateOf(dayStream(date)), time);
  });
  return Promise.all(days);
}
