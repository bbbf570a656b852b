import { PRICE_CENTS } from '#shared/booking/session-type.ts';
import { bookingTimeAt } from '#events/business-time.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { HoldRequest } from '#events/booking/holding.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';

/** Settings of a server where many people book. */
export const MANY_BOOK = {
  // Two hundred years, so that slots do not run out.
  BOOKING_WINDOW_DAYS: '73000',
  LOG_LEVEL: 'warn',
  // Limits are counted and never reached: those who book come from different networks.
  RATE_LIMIT: '1000',
  TRUSTED_PROXY: 'forwarded-for',
};

export interface Holding {
  readonly booking: string;
  readonly request: Omit<HoldRequest, 'person'>;
}

export const PERSONAL = {
  name: 'Ada Reyes',
  email: 'ada.reyes@example.com',
  phone: '805 555 0142',
  address: '12 Anacapa Street, Apartment 3',
  notes: 'The gate code is 4417. Please ring twice.',
};

export const FIRST_DATE: CivilDate = '2026-12-01';

/** Half days without end, each free: the morning and the afternoon of one date after the other. */
export function* holdings(): Generator<Holding, never> {
  for (let index = 0; ; index++) {
    const booking = randomUUIDv7();
    const time = bookingTimeAt({
      now: Date.parse('2026-11-20T18:00:00Z'),
      timeZone: 'America/Los_Angeles',
      windowDays: 1e6,
    });
    const date = addDays(FIRST_DATE, Math.floor(index / 2));
    const claim = index % 2 === 0 ? 'am' : 'pm';
    const tasks = ['tv-mounting', 'door-repairs'];
    yield {
      booking,
      request: {
        booking,
        date,
        claim,
        area: 'Ventura',
        tasks,
        account: null,
        personal: PERSONAL,
        price: PRICE_CENTS['half-day'],
        prices: PRICE_CENTS,
        time,
      },
    };
  }
}
