import { expect, test } from 'vitest';
import { sqliteAdmin } from '#db/engine/sqlite/sqlite-admin.ts';
import { openStore } from '#db/open-store.ts';
import { instantOf } from '#events/business-time.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import { loadConfig } from '#server/process/config.ts';
import { makeShop } from '#server/seed/make-shop.ts';
import { folders } from '../../db/folder.ts';
import { readRows, recorded } from '../../db/rows.ts';
import { tempFolder } from '../../temp-folder.ts';

const ALL = Object.keys(eventShapes) as DomainEvent['type'][];

test('a seeded shop has what was asked for and all that happens in a business, and its log is whole', async () => {
  const folder = tempFolder();
  const config = loadConfig({ DATA_FOLDER: folder, COOKIE_SECRET: 'a secret of the tests, long enough for all' });
  const end = instantOf('2027-03-09', 14, config.timeZone);
  const made = await makeShop(config, { bookings: 300, users: 200, seed: 7, end });
  expect(made).toMatchObject({ bookings: 300, users: 200 });
  const found = await sqliteAdmin(folder).verify();
  expect(found).toMatchObject({ damage: null, chain: { bad: null, events: made.events } });

  const store = await openStore({ folder, now: () => end });
  folders.set(store, folder);
  const rows = await readRows(store);
  const types = new Set(recorded(store, ALL).map(({ type }) => type));
  await store.close();
  expect(rows.bookings).toHaveLength(300);
  expect(rows.users).toHaveLength(200);
  const expected: readonly DomainEvent['type'][] = [
    'HoldExpired',
    'BookingConfirmed',
    'BookingRescheduled',
    'BookingCancelled',
    'BookingForfeited',
    'ForfeitureFinalised',
    'RefundSucceeded',
    'RefundFailed',
    'ReminderRequested',
    'VisitCompleted',
    'NoShowRecorded',
    'BookingClaimed',
    'EmailVerified',
    'AccountDisabled',
    'UnitsClosed',
    'PaidOutside',
  ];
  expect(expected.filter((type) => !types.has(type))).toEqual([]);
});
