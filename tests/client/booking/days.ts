import type { Availability, DayAvailability } from '#shared/booking/availability.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';

/** A day with both halves open and free changes, unless the test says otherwise. */
export function day(date: DayAvailability['date'], change: Partial<DayAvailability> = {}): DayAvailability {
  return { date, am: 'open', pm: 'open', freeChangesThrough: '2027-03-01', shortNotice: false, ...change };
}

export function availability(days: readonly DayAvailability[], change: Partial<Availability> = {}): Availability {
  return {
    today: '2027-03-01',
    timeZone: 'America/Los_Angeles',
    to: days.at(-1)?.date ?? '2027-03-01',
    days,
    prices: PRICE_CENTS,
    ...change,
  };
}
