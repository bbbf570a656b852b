/** The first days of a site's booking window, and the holds of them. */
import { dayStream } from '#events/day.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { addDays } from '#shared/civil-date.ts';
import { ALL_UNITS } from '#shared/booking/session-type.ts';
import type { Site } from '../site.ts';

export const HOME = '203.0.113.7';
export const NEIGHBOR = '203.0.113.8';
/** Today by the site's clock, after its morning. */
const TODAY = '2027-03-09';
/** Twice the slots that strangers can hold, and far less than the booking window. */
export const DAYS = 24;

export function fullDay(ahead: number): Slot {
  return { date: addDays(TODAY, ahead), claim: 'full' };
}

/** A client address that shares no network with that of another index. */
export function far(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

async function heldOn(site: Site, ahead: number): Promise<number> {
  const state = await site.store.stateOf(dayStream(addDays(TODAY, ahead)));
  return ALL_UNITS.filter((unit) => state[unit].kind === 'held').length;
}

export async function held(site: Site): Promise<number> {
  const units = await Promise.all(Array.from({ length: DAYS + 1 }, (_, ahead) => heldOn(site, ahead)));
  return units.reduce((sum, each) => sum + each);
}

/** Tries to hold each of these days, soonest first, each as another visitor of these client addresses. */
export async function holdEachDay(site: Site, address: (index: number) => string) {
  let held = 0;
  const refusals = new Set<string>();
  for (let ahead = 1; ahead <= DAYS; ahead++) {
    const { refusal } = await site.visitor(address(ahead)).hold(fullDay(ahead));
    if (refusal === undefined) held += 1;
    else refusals.add(refusal);
  }
  return { held, refusals: [...refusals] };
}
