import { expect, test } from 'vitest';
import { readStatus } from '#db/queries/status.ts';
import { NOW } from '../../events/facts.ts';
import { hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { plansOf } from '../query-plans.ts';

test('waiting and parked jobs are counted by their indexes, however many are done', async () => {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await close();
  const plans = await plansOf(folder, 'bookings', async (db) => void (await readStatus(db, NOW)));
  const jobs = plans.find((plan) => plan.includes('jobs'));
  expect(jobs).toMatch(/SCAN jobs USING COVERING INDEX jobs_due\b/);
  expect(jobs).toMatch(/SEARCH jobs USING INDEX jobs_parked\b/);
  expect(jobs).not.toMatch(/autoindex/);
});
