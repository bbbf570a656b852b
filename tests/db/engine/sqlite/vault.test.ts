import { expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../patience.ts';
import { PERSONAL } from '../../../events/facts.ts';
import { day, hold, pay } from '../../changes.ts';
import { openIn, withDatabase } from '../../folder.ts';
import { logRows, readRows, rebuildAll, recorded, openLog } from '../../rows.ts';

/** What stands in the log for the person of a booking. */
function storedOf(folder: string, booking: string): { readonly person: string; readonly personal: string } {
  const row = logRows(folder).find((each) => each.stream === `booking-${booking}` && each.type === 'SlotHeld')!;
  return JSON.parse(row.data) as { person: string; personal: string };
}

function forget(folder: string, person: string): void {
  withDatabase(folder, (db) => db.prepare('DELETE FROM person_keys WHERE person = ?').run(person));
}

test('without its key a person is forgotten everywhere, the others are not, and the chain is intact', async () => {
  const before = openIn();
  await before.store.change(hold('b1'));
  await before.store.change(hold('b2', { date: day(1) }));
  await before.close();
  const { folder } = before;
  const rows = logRows(folder);
  forget(folder, storedOf(folder, 'b1').person);
  await rebuildAll(folder);
  const { store } = openIn(folder);
  const [first, second] = recorded(store, ['SlotHeld']);
  expect(first).toMatchObject({ data: { personal: null, price: 29_900 } });
  expect(second).toMatchObject({ data: { personal: PERSONAL } });
  expect((await readRows(store)).bookings).toMatchObject([
    { id: 'b1', status: 'held', name: null, email: null, phone: null, address: null, notes: null },
    { id: 'b2', ...PERSONAL },
  ]);
  await store.change(pay('b1'));
  expect(logRows(folder).slice(0, rows.length)).toEqual(rows);
  expect(await store.verify(AbortSignal.timeout(PATIENCE_MS))).toMatchObject({ position: 7 });
});

test("no person gets another's key: each reserved id is new, after a restart too", async () => {
  const before = openIn();
  await Promise.all([0, 1, 2].map((index) => before.store.change(hold(`b${index}`, { date: day(index) }))));
  await before.close();
  const { store, folder } = openIn(before.folder);
  for (let index = 3; index < 600; index++) void store.change(hold(`b${index}`, { date: day(index) }));
  await store.change(hold('b600', { date: day(600) }));
  const persons = recorded(store, ['SlotHeld']).map((event) => 'person' in event.data && event.data.person);
  expect(persons).toHaveLength(601);
  expect(new Set(persons).size).toBe(601);
  expect(storedOf(folder, 'b600').person).toBe(persons.at(-1));
});

test('ciphertext is bound to its stream, its person and its bytes', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  await store.change(hold('b2', { date: day(1) }));
  const { person, personal: sealed } = storedOf(folder, 'b1');
  const other = storedOf(folder, 'b2').person;
  const reader = openLog(folder);
  const open = (who: string, stream: string, text: string) => () => reader.vault.open(who, stream, text);
  expect(open(person, 'booking-b1', sealed)()).toEqual(PERSONAL);
  expect(open(person, 'booking-b2', sealed)).toThrow('authenticate');
  expect(open(other, 'booking-b1', sealed)).toThrow('authenticate');
  const bytes = Buffer.from(sealed, 'base64');
  for (const index of [0, 12, 28, bytes.length - 1]) {
    const flipped = Buffer.from(bytes);
    flipped[index]! ^= 1;
    expect(open(person, 'booking-b1', flipped.toString('base64'))).toThrow('authenticate');
  }
  for (const length of [0, 12, 16, 20, 28, bytes.length - 1]) {
    expect(open(person, 'booking-b1', bytes.subarray(0, length).toString('base64'))).toThrow(/authenticat|Invalid/);
  }
  reader.close();
});
