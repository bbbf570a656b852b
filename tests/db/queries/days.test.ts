import { expect, test } from 'vitest';
import { daysBetweenDates } from '#db/queries/bookings/days.ts';
import { DATE } from '../../events/facts.ts';
import { day, hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { plansOf } from '../query-plans.ts';

test('days between two dates are read by their key, in order', async () => {
  const { folder, store, close } = openIn();
  for (const index of [3, 0, 1, 2]) await store.change(hold(`b${index}`, { date: day(index) }));
  await close();
  const plans = await plansOf(folder, 'availability', async (db) => {
    const found = await daysBetweenDates(db, DATE, day(2));
    expect(found.map(({ date }) => date)).toEqual([DATE, day(1), day(2)]);
  });
  expect(plans).toEqual(['SEARCH availability USING PRIMARY KEY (date>? AND date<?)']);
});
