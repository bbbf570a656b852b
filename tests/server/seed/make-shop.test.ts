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
const RANDOM_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A text with every random id replaced by the number of its first appearance. */
function withoutRandomIds(text: string, numbers = new Map<string, string>()): string {
  return text.replaceAll(RANDOM_ID, (id) => {
    const number = numbers.get(id) ?? `#${numbers.size}`;
    numbers.set(id, number);
    return number;
  });
}

/** The log and the rows of all read models, with numbers in the place of random ids. Rows are in the order of their first events. */
async function contentOf(store: Store) {
  const numbers = new Map<string, string>();
  const events = recorded(store, ALL).map((event) => withoutRandomIds(JSON.stringify(event), numbers));
  const rows = Object.entries(await readRows(store)).map(([name, all]) => {
    const texts = all.map((row) => withoutRandomIds(JSON.stringify(row), numbers));
    return [name, texts.toSorted()] as const;
  });
  return { events, rows };
}

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

test('a seeded shop has visits ahead', async () => {
  const store = await shop.open();
  expect(await confirmedBetween(store, TODAY, addDays(TODAY, 3))).not.toHaveLength(0);
  await store.close();
});

test('the same options make the same shop, but for random ids', async () => {
  const [first, second] = [await shop.open(), await (await seededShop()).open()];
  const [here, there] = [await contentOf(first), await contentOf(second)];
  await first.close();
  await second.close();
  expect(here.events.length).toBeGreaterThan(500);
  expect(there).toEqual(here);
});

test('another seed makes another shop', async () => {
  const namesIn = async ({ open }: typeof shop) => {
    const store = await open();
    const rows = await store.db.selectFrom('users').select('name').orderBy('created_at').execute();
    await store.close();
    return rows.map(({ name }) => name);
  };
  expect(await namesIn(shop)).not.toEqual(await namesIn(await seededShop({ seed: 8 })));
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
