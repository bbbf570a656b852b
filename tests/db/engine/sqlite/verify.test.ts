import { expect, test } from 'vitest';
import { type EventRow } from '#db/log/hash-chain.ts';
import { type Verification, verifyLog } from '#db/log/verify.ts';
import { hold, openMany } from '../../changes.ts';
import { openIn, tamper } from '../../folder.ts';
import { logRows, openLog } from '../../rows.ts';

/** A closed folder with this many events. */
async function folderWith(events: number): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  if (events > 2) await store.change(openMany('b1', events - 2));
  await close();
  return folder;
}

async function verified(folder: string, onPage = (_position: number) => {}): Promise<Verification> {
  const reader = openLog(folder);
  try {
    return (await verifyLog(reader.log, { onPage }))!;
  } finally {
    reader.close();
  }
}

test('an unaltered log verifies, and its head is the last hash', async () => {
  const folder = await folderWith(7);
  expect(await verified(folder)).toEqual({ events: 7, head: logRows(folder).at(-1)!.hash, bad: null });
});

const altered: Record<keyof Omit<EventRow, 'position'>, unknown> = {
  stream: 'booking-another',
  revision: 77,
  id: 'another',
  type: 'HoldExpired',
  version: 2,
  at: 1,
  correlation: 'another',
  causation: 'another',
  data: '{"checkout":"b1-3","attempt":99}',
  hash: 'f'.repeat(64),
};

test.each(Object.entries(altered))('an event whose %s was altered is the first bad one', async (column, value) => {
  const folder = await folderWith(9);
  tamper(folder, `UPDATE events SET ${column} = ? WHERE position = 5`, value);
  const { bad, events } = await verified(folder);
  expect(bad).toMatchObject({ position: 5, why: 'its hash does not match its content' });
  expect(events).toBe(4);
});

test('the first bad event is named by position, stream, revision and type', async () => {
  const folder = await folderWith(9);
  tamper(folder, `UPDATE events SET data = '{}' WHERE position >= 5`);
  expect((await verified(folder)).bad).toEqual({
    position: 5,
    stream: 'booking-b1',
    revision: 4,
    type: 'CheckoutOpened',
    why: 'its hash does not match its content',
  });
});

test('where an event was removed, the next is named', async () => {
  const folder = await folderWith(9);
  tamper(folder, 'DELETE FROM events WHERE position = 5');
  expect((await verified(folder)).bad).toMatchObject({ position: 6, why: 'follows position 4: events are missing' });
});

test('if an event was removed and those after it were renumbered, the first of these is bad', async () => {
  const folder = await folderWith(9);
  tamper(folder, 'DELETE FROM events WHERE position = 5');
  tamper(folder, 'UPDATE events SET position = position - 1, revision = revision - 1 WHERE position > 5');
  expect((await verified(folder)).bad).toMatchObject({ position: 5 });
});

test('of two swapped events the first is named', async () => {
  const folder = await folderWith(9);
  tamper(folder, 'UPDATE events SET position = -position, revision = -revision WHERE position IN (5, 6)');
  tamper(folder, 'UPDATE events SET position = 11 + position, revision = 9 + revision WHERE position < 0');
  expect(logRows(folder).map((row) => row.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect((await verified(folder)).bad).toMatchObject({ position: 5 });
});

test('a log that was cut off at its end verifies, with another head', async () => {
  const folder = await folderWith(9);
  const before = await verified(folder);
  tamper(folder, 'DELETE FROM events WHERE position > 7');
  const after = await verified(folder);
  expect(after).toMatchObject({ events: 7, bad: null });
  expect(after.head).not.toBe(before.head);
});
