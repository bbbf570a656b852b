import { expect, test } from 'vitest';
import {
  bookingsAfter,
  customerBookings,
  firstFreeChange,
  guestBookingsAfter,
  paidTotals,
} from '#db/queries/accounts/customer-bookings.ts';
import { unrecordedVisits } from '#db/queries/bookings/bookings.ts';
import { lastBefore, logPage } from '#db/queries/log.ts';
import { NOW, PERSONAL } from '../../../events/facts.ts';
import { day, hold } from '../../changes.ts';
import { openIn } from '../../folder.ts';
import { plansOf } from '../../query-plans.ts';

const MOMENT = { today: day(1), claimsNotOver: ['pm', 'full'] } as const;

/** The folder of a closed store with a hold on each of these days. */
async function folderWithHolds(...days: readonly number[]): Promise<string> {
  const { folder, store, close } = openIn();
  for (const index of days) await store.change(hold(`b${index}`, { date: day(index) }));
  await close();
  return folder;
}

test('visits that were not recorded are found by an index, however many others there are', async () => {
  const plans = await plansOf(await folderWithHolds(0), 'bookings', async (db) => {
    await unrecordedVisits(db, MOMENT, 20);
  });
  const byState = expect.stringMatching(/^(?:SEARCH|SCAN) bookings USING (?:COVERING )?INDEX bookings_by_state\b/);
  expect(plans).toEqual(plans.map(() => byState));
});

test("a customer's bookings are read by an index, however many others there are", async () => {
  const customer = ['account-1', PERSONAL.email] as const;
  const plans = await plansOf(await folderWithHolds(0, 1), 'bookings', async (db) => {
    await paidTotals(db, customer, MOMENT);
    await firstFreeChange(db, customer, MOMENT);
    await customerBookings(db, customer, MOMENT, { filter: 'all', limit: 10 });
    await bookingsAfter(db, customer, '', 10);
    await guestBookingsAfter(db, { address: PERSONAL.email, heldBy: null }, '', 10);
  });
  expect(plans).toEqual(
    plans.map(() => expect.stringMatching(/^SEARCH bookings USING INDEX bookings_of_(?:customer|guest) /)),
  );
});

test('every page of the log is read by an index in the order in which it is shown', async () => {
  const plans = await plansOf(await folderWithHolds(0), 'bookings', async (db) => {
    await logPage(db, {}, 51);
    await logPage(db, { type: 'SlotHeld' }, 51);
    await logPage(db, { stream: 'booking-b1' }, 51);
    await logPage(db, { stream: 'booking-b1', type: 'SlotHeld' }, 51);
    await lastBefore(db, NOW + 1);
  });
  expect([...new Set(plans)]).toEqual([
    'SEARCH events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    'SEARCH events USING INDEX events_by_type (type=? AND rowid>? AND rowid<?)',
    'SEARCH events USING INDEX sqlite_autoindex_events_1 (stream=?)',
    'SCAN events',
    'SEARCH events USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});
