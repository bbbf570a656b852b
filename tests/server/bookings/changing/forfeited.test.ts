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
  expect(seen).toEqual([['forfeited:ada'], ['forfeited:ada', 'forfeited:ben']]);
});

test('any other refusal is final, and the attempts are limited', async () => {
  let tries = 0;
  const refusing = (name: 'slot-taken' | 'changed-meanwhile') =>
    withOpenForfeitures(storeWith([]), [DATE], () => {
      tries += 1;
      return Promise.reject(new Rejected(name));
    });
  await expect(refusing('slot-taken')).rejects.toThrow('slot-taken');
  expect(tries).toBe(1);
  await expect(refusing('changed-meanwhile')).rejects.toThrow('changed-meanwhile');
  expect(tries).toBe(6);
});
