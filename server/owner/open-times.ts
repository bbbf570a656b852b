import { whenOwnerCanBook } from '#events/business-time.ts';
import { areFree } from '#events/day.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { type Claim, unitsOf } from '#shared/booking/session-type.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { OpenTimes } from '#shared/owner/phone-booking.ts';
import { OWNER_WINDOW_DAYS } from '#shared/owner/schedule.ts';
import { knownDays } from '../bookings/availability/availability.ts';
import { type BookingDependencies, bookingTime } from '../bookings/dependencies.ts';

const OFFERED = { half: 4, full: 1 } as const;

/** Dates searched first; each further batch is twice as long. */
const FIRST_STRIDE = 7;

/** From a date on, not before today. In batches, because they are usually close. */
export async function openTimes(
  dependencies: Pick<BookingDependencies, 'store' | 'clock' | 'config'>,
  asked: CivilDate | undefined,
): Promise<OpenTimes> {
  const time = bookingTime(dependencies);
  const { today } = time;
  const last = addDays(today, OWNER_WINDOW_DAYS);
  const halves: Slot[] = [];
  const fulls: Slot[] = [];
  const isEnough = () => halves.length >= OFFERED.half && fulls.length >= OFFERED.full;
  for (
    let from = asked && asked > today ? asked : today, stride = FIRST_STRIDE;
    from <= last && !isEnough();
    stride *= 2
  ) {
    for (const { day, state } of await knownDays(dependencies, { from, count: stride }, time)) {
      const { date } = day;
      const isOpen = (claim: Claim) => {
        const units = unitsOf(claim);
        return areFree(state, units) && whenOwnerCanBook(date, units, time) === 'open';
      };
      halves.push(...(['am', 'pm'] as const).filter(isOpen).map((claim) => ({ date, claim })));
      if (isOpen('full')) fulls.push({ date, claim: 'full' });
    }
    from = addDays(from, stride);
  }
  const slots = [...halves.slice(0, OFFERED.half), ...fulls.slice(0, OFFERED.full)];
  return { today, slots: slots.toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date))) };
}
