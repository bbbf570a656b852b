import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextNotice } from '#db/queries/sandbox.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import type { Store } from '#db/store.ts';
import { PLAN, TODAY, seededShop } from './seeded-shop.ts';
import { SeedRefused, makeShop } from '#server/seed/make-shop.ts';
import { SqliteAdmin } from '#db/engine/sqlite/sqlite-admin.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows, recorded } from '../../db/rows.ts';

const ALL = Object.keys(eventShapes) as DomainEvent['type'][];

function confirmedBetween(store: Store, from: CivilDate, to: CivilDate) {
  const { db } = store;
  const confirmed = db.selectFrom('bookings').select('id').where('status', '=', 'confirmed');
  return confirmed.where('date', '>=', from).where('date', '<=', to).execute();
}

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

test('no notice of the sandbox waits for the first start', async () => {
  const store = await shop.open();
  expect(await nextNotice(store.db)).toBeUndefined();
  await store.close();
});

test('a folder whose log has events is refused and stays as it is', async () => {
  const { config, made, open } = shop;
  await expect(makeShop(config, PLAN)).rejects.toThrow(SeedRefused);
  const store = await open();
  expect(store.position).toBe(made.events);
  await store.close();
});

test('every paid visit of the past has an outcome', async () => {
  const store = await large.open();
  const visits = await confirmedBetween(store, '2026-01-01', addDays(TODAY, -1));
  await store.close();
  expect(visits).toEqual([]);
});
