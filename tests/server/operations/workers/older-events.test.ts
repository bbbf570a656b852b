import { expect, test, vi } from 'vitest';
import { olderEvents } from '#server/operations/workers/older-events.ts';
import { openSite } from '../../bookings/site.ts';
import { pass, run } from '../../workers/run.ts';

test('older events are checked once, in small steps with pauses', async () => {
  const site = openSite();
  const looked: number[] = [];
  vi.spyOn(site.store, 'checkOlderEvents').mockImplementation(function* pages() {
    for (let page = 1; page <= 5; page++) {
      looked.push(page);
      yield page * 100;
    }
  });
  run(site, olderEvents);
  expect(looked).toEqual([1]);
  await pass(site, 60_000, () => site.lines.some((line) => line.includes('the older events are as they were written')));
  expect(looked).toEqual([1, 2, 3, 4, 5]);
  expect(site.lines.at(-1)).toContain('"events":500');
});
