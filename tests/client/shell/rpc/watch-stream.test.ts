import { expect, test } from 'vitest';
import { watchStream } from '#client/shell/rpc/use-watch.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { day } from '../../booking/days.ts';

/** Runs `watchStream` over these streams, one after the other; an error fails to open. Then the visitor leaves. */
function lines(...each: readonly (readonly AvailabilityChange[] | Error)[]) {
  const leaving = new AbortController();
  const shown: AvailabilityChange[] = [];
  const pauses: number[] = [];
  let opened = 0;
  async function* read(changes: readonly AvailabilityChange[]) {
    yield* changes;
  }
  const watching = watchStream(
    {
      open: async () => {
        const line = each[opened++];
        if (line instanceof Error) throw line;
        return read(line ?? []);
      },
      look: async () => {
        if (opened >= each.length) leaving.abort();
        return WEDNESDAY;
      },
      onChange: (change) => shown.push(change),
      wait: async (ms) => {
        pauses.push(ms);
        if (opened >= each.length) leaving.abort();
      },
    },
    leaving.signal,
  );
  return watching.then(() => ({ shown, pauses, opened }));
}

const MONDAY = { today: '2027-03-08', days: [day('2027-03-08', {})] } as const;
const WEDNESDAY = { today: '2027-03-08', days: [day('2027-03-10', { pm: 'gone' })] } as const;

test('a dropped stream is opened again, with backoff while nothing arrives', async () => {
  const { opened, pauses } = await lines(new TypeError('network'), new TypeError('network'), new TypeError('network'));
  expect(opened).toBe(3);
  expect(pauses[1]).toBeGreaterThan(pauses[0]!);
  expect(pauses[2]).toBeGreaterThan(pauses[1]!);
});

test('while no stream is available the page polls at a limited rate, and requests a stream each time', async () => {
  const full = new RpcError({ status: 503, message: 'busy', refusal: 'busy' });
  const { shown, pauses, opened } = await lines(full, full, [MONDAY], full);
  expect(shown).toEqual([WEDNESDAY, WEDNESDAY, MONDAY]);
  for (const pause of pauses.slice(0, 2)) expect(pause).toBeGreaterThan(10_000);
  expect(Math.max(...pauses)).toBeLessThan(20_000);
  expect(opened).toBe(4);
});
