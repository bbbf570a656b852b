import { expect, test } from 'vitest';
import { heldBookings, unrecordedVisits } from '#db/queries/bookings/bookings.ts';
import { day, hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { plansOf } from '../query-plans.ts';

test('workers and the limit of holds find the few bookings that they look for by an index, however many others there are', async () => {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await close();
  const plans = await plansOf(folder, 'bookings', async (db) => {
    await unrecordedVisits(db, { today: day(1), claimsNotOver: ['pm', 'full'] }, 20);
    await heldBookings(db);
  });
  const byState = expect.stringMatching(/^(?:SEARCH|SCAN) bookings USING (?:COVERING )?INDEX bookings_by_state\b/);
  expect(plans).toEqual(plans.map(() => byState));
});
