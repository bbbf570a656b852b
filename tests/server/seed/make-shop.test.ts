import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import { seededShop } from './seeded-shop.ts';
import { SqliteAdmin } from '#db/engine/sqlite/sqlite-admin.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows, recorded } from '../../db/rows.ts';

const ALL = Object.keys(eventShapes) as DomainEvent['type'][];

let shop: Awaited<ReturnType<typeof seededShop>>;
let large: typeof shop;
const folder = mkdtempSync(join(tmpdir(), 'halfday-shops-'));

beforeAll(async () => {
  shop = await seededShop({}, join(folder, 'shop'));
  large = await seededShop({ bookings: 900, users: 600 }, join(folder, 'large'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a seeded shop has what was asked for, and its log is whole', async () => {
  const { made, open } = shop;
  expect(made).toEqual({ bookings: 140, users: 40, since: '2027-02-10', events: expect.any(Number) });
  const store = await open();
  const rows = await readRows(store);
  await store.close();
  expect(rows.bookings).toHaveLength(140);
  expect(rows.users).toHaveLength(40);
  const found = await new SqliteAdmin(shop.folder).verify();
  expect(found).toMatchObject({ damage: null, chain: { bad: null, events: made.events } });
});

test('it tells what happens in a business: visits, moves, cancellations, refunds, accounts and closed dates', async () => {
  const store = await large.open();
  const types = new Set(recorded(store, ALL).map(({ type }) => type));
  await store.close();
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
