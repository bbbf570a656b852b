import { expect, test } from 'vitest';
import { dayType } from '#events/day.ts';
import { withOpenForfeitures } from '#server/bookings/changing/forfeited.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { DATE } from '../../../events/facts.ts';

/** A store with late cancellations of these bookings on one day. */
function storeWith(waiting: readonly string[]) {
  const forfeitures = () => waiting.map((booking) => ({ booking, units: ['am'], waiting: ['am'], isOver: false }));
  const stateOf = () => ({ ...dayType.initial, forfeitures: forfeitures() });
  return { stateOf } as unknown as Parameters<typeof withOpenForfeitures>[0];
}

test('a late cancellation between reading and deciding causes a new decision', async () => {
  const waiting = ['ada'];
  const seen: string[][] = [];
  const done = await withOpenForfeitures(storeWith(waiting), [DATE], (forfeited) => {
    seen.push(Object.keys(forfeited));
    if (seen.length > 1) return Promise.resolve('sold');
    waiting.push('ben');
    return Promise.reject(new Rejected('changed-meanwhile'));
  });
  expect(done).toBe('sold');
  expect(seen).toEqual([['ada'], ['ada', 'ben']]);
});
