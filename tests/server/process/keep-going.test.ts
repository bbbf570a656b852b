import { expect, test } from 'vitest';
import { keepGoing } from '#server/process/keep-going.ts';
import { HOUR, openSite } from '../bookings/site.ts';
import { pass, passMinutes, run } from '../workers/run.ts';

test('a failing worker is retried at least every minute, and logged ever more rarely, at least once an hour', async () => {
  const site = openSite();
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error('no luck');
  };
  run(site, keepGoing('failing', failing));
  await pass(site, 2 * HOUR, () => site.clock.elapsed() >= HOUR);
  const triesOfAnHour = tries;
  await passMinutes(site, 4 * 60);
  const lines = site.lines.filter((line) => line.includes('begins again'));
  // The last attempt may still run.
  expect(tries - triesOfAnHour).toBeGreaterThanOrEqual(4 * 60 - 1);
  expect(lines.length).toBeGreaterThanOrEqual(12 + 3);
  expect(lines.length).toBeLessThan(20);
});
