import { recorded } from '../../../db/rows.ts';
import { expect, test } from 'vitest';
import type { ReminderKind } from '#events/booking/booking.ts';
import { reminders } from '#server/bookings/jobs/visits.ts';
import { at } from '../../../events/facts.ts';
import { customer } from '../customer.ts';
import { HOUR, MINUTE, type Site, openSite } from '../site.ts';
import { passTurns, run } from '../../workers/run.ts';

const LAST_FREE_DAY = at('2027-03-14T09:00:00-07:00');
const DAY_BEFORE = at('2027-03-15T09:00:00-07:00');
const DAY = 24 * HOUR;

function asked(site: Site): ReminderKind[] {
  const events = recorded(site.store, ['ReminderRequested']);
  return events.flatMap((event) => (event.type === 'ReminderRequested' ? [event.data.kind] : []));
}

/** Advances the clock, and waits until the worker has handled that. */
async function goTo(site: Site, instant: number) {
  await passTurns();
  site.clock.advance(instant - site.clock.now());
  await passTurns();
}

test('reminders are sent on the last free day and on the day before the visit, once each', async () => {
  const site = openSite();
  await customer(site);
  run(site, reminders);
  await goTo(site, LAST_FREE_DAY - 1);
  expect(asked(site)).toEqual([]);
  await goTo(site, LAST_FREE_DAY);
  expect(asked(site)).toEqual(['last-free-day']);
  await goTo(site, DAY_BEFORE);
  await goTo(site, DAY_BEFORE + 5 * MINUTE);
  await goTo(site, DAY_BEFORE + DAY);
  expect(asked(site)).toEqual(['last-free-day', 'day-before']);
});

test('neither a restart nor a jumping clock sends a reminder twice', async () => {
  const site = openSite();
  await customer(site);
  const first = run(site, reminders);
  await goTo(site, LAST_FREE_DAY);
  await first.stop();
  const second = run(site, reminders);
  for (const instant of [LAST_FREE_DAY + HOUR, LAST_FREE_DAY - DAY, LAST_FREE_DAY, LAST_FREE_DAY + 2 * HOUR]) {
    await goTo(site, instant);
  }
  await second.stop();
  expect(asked(site)).toEqual(['last-free-day']);
});

test('a customer who has moved or canceled gets no reminder of the old slot', async () => {
  const site = openSite();
  const ada = await customer(site);
  const ben = await customer(site, { claim: 'pm' });
  run(site, reminders);
  await ada.moves('2027-03-20');
  await ben.cancels('refund');
  await goTo(site, LAST_FREE_DAY);
  await goTo(site, DAY_BEFORE);
  expect(asked(site)).toEqual([]);
  await goTo(site, at('2027-03-18T09:00:00-07:00'));
  expect(asked(site)).toEqual(['last-free-day']);
});
