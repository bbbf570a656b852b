import { expect, test } from 'vitest';
import { refilledHalf } from '#db/queries/bookings/bookings.ts';
import { type DayEvent, dayStream } from '#events/day.ts';
import type { Unit } from '#shared/booking/session-type.ts';
import { DATE, NOW } from '../../events/facts.ts';
import { CAUSE } from '../changes.ts';
import { openIn } from '../folder.ts';

const WHOLE: readonly Unit[] = ['am', 'pm'];

/** What is known of a full day that `b1` has given up too late, after each event. */
async function after(...events: readonly DayEvent[]) {
  const { store } = openIn();
  const sold: DayEvent = { type: 'UnitsConfirmed', data: { booking: 'b1', units: WHOLE } };
  const forfeited: DayEvent = { type: 'UnitsForfeited', data: { booking: 'b1', units: WHOLE } };
  await store.change({ streams: { day: dayStream(DATE) }, decide: () => ({ day: [sold] }), cause: CAUSE });
  const known = [];
  for (const event of [forfeited, ...events]) {
    await store.change({ streams: { day: dayStream(DATE) }, decide: () => ({ day: [event] }), cause: CAUSE });
    known.push(await refilledHalf(store.db, 'b1'));
  }
  return known;
}

function refilled(units: readonly Unit[], by: string | null): DayEvent {
  return { type: 'UnitsRefilled', data: { booking: 'b1', units, by } };
}

test('the half that was refilled first is recorded with its cause, and stays so', async () => {
  const morning = { at: NOW, kind: 'half-refilled', unit: 'am', by: 'sale' };
  expect(await after(refilled(['am'], 'b2'), refilled(['pm'], 'b3'))).toEqual([null, morning, morning]);
  const afternoon = { at: NOW, kind: 'half-refilled', unit: 'pm', by: 'closure' };
  expect(await after(refilled(['pm'], null))).toEqual([null, afternoon]);
});

test('a day that is filled again at once has no half to tell of', async () => {
  expect(await after(refilled(WHOLE, 'b2'))).toEqual([null, null]);
});
