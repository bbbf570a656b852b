import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { PERSONAL } from '../../../events/facts.ts';
import { day, forget, hold } from '../../changes.ts';
import { openIn, withDatabase } from '../../folder.ts';
import { readRows, recorded } from '../../rows.ts';

const BOOKINGS = 1500;

/** The key of a booking's row: each is inserted between others, so that SQLite splits pages and moves rows. */
function idOf(index: number): string {
  return `b${(index * 7919) % BOOKINGS}`;
}

test('of forgotten persons no key is left, and at most three addresses of a hundred where SQLite moved rows from', async () => {
  const { store, folder } = openIn();
  const street = (index: number) => `${index} Quince Rd${'.'.repeat(index % 50)}|`;
  for (let from = 0; from < BOOKINGS; from += 100) {
    const batch = Array.from({ length: 100 }, (_, offset) => from + offset);
    const personal = (index: number) => ({
      ...PERSONAL,
      address: street(index),
      notes: 'n'.repeat((index * 37) % 600),
    });
    await Promise.all(
      batch.map((index) => store.change(hold(idOf(index), { date: day(index), personal: personal(index) }))),
    );
    await readRows(store);
  }
  const gone = Array.from({ length: BOOKINGS / 5 }, (_, index) => index * 5);
  const states = await Promise.all(gone.map((index) => store.stateOf(bookingStream(idOf(index)))));
  const persons = states.map((state) => state!.person);
  const select = 'SELECT key FROM person_keys WHERE person = ?';
  const keys = withDatabase(folder, (db) =>
    persons.map((person) => db.prepare<[string], Buffer>(select).pluck().get(person)!),
  );
  await Promise.all(gone.map((index) => store.change(forget(idOf(index)))));
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const kept = street(6);
  expect(files.some((bytes) => bytes.includes(kept))).toBe(true);
  const isThere = (text: string | Buffer) => files.some((bytes) => bytes.includes(text));
  expect(gone.filter((index) => isThere(street(index))).length).toBeLessThan(gone.length * 0.03);
  expect(keys.filter(isThere)).toEqual([]);
  expect((await readRows(store)).bookings).toHaveLength(BOOKINGS);
  expect(recorded(store, ['SlotHeld'])[0]).toMatchObject({ data: { personal: null } });
});
