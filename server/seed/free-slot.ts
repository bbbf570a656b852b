import { type BookingTime, whenBookable } from '#events/business-time.ts';
import { areFree, dayStream } from '#events/day.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { type Claim, unitsOf } from '#shared/booking/session-type.ts';
import { addDays } from '#shared/civil-date.ts';
import { bookingTime } from '../bookings/dependencies.ts';
import type { Story } from './story.ts';

/** The free slot nearest to a number of days ahead, first later, then sooner. The first claim that is free is taken. */
export async function freeSlot({ shop }: Story, claims: readonly Claim[], lead: number): Promise<Slot | null> {
  const time = bookingTime(shop);
  for (let ahead = lead; ahead <= time.windowDays; ahead++) {
    const slot = await freeOn(shop, time, claims, ahead);
    if (slot) return slot;
  }
  for (let ahead = lead - 1; ahead >= 0; ahead--) {
    const slot = await freeOn(shop, time, claims, ahead);
    if (slot) return slot;
  }
  return null;
}

async function freeOn(
  { store }: Story['shop'],
  time: BookingTime,
  claims: readonly Claim[],
  ahead: number,
): Promise<Slot | null> {
  const date = addDays(time.today, ahead);
  const day = await store.stateOf(dayStream(date));
  const claim = claims.find(
    (each) => areFree(day, unitsOf(each)) && whenBookable(date, unitsOf(each), time) === 'open',
  );
  return claim === undefined ? null : { date, claim };
}
