import { expect, test, vi } from 'vitest';
import { day, hold, openMany, pay } from '../../db/changes.ts';
import { openIn, tamper } from '../../db/folder.ts';
import { logRows } from '../../db/rows.ts';
import { events, eventsProcess } from './command.ts';

vi.setConfig({ testTimeout: 30_000 });

async function shopFolder() {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  await store.change(hold('b2', { date: day(1) }));
  return { store, folder };
}

/** The events that are printed as JSON. */
async function shown(folder: string, ...words: string[]) {
  const { out } = await events(folder, 'show', ...words);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { position: number });
}

test('show prints the last events, without personal details', async () => {
  const { folder } = await shopFolder();
  const { code, out } = await events(folder, 'show');
  expect(code).toBe(0);
  expect(JSON.parse(out.split('\n')[0]!)).toMatchObject({
    position: 1,
    at: '2027-03-09 18:00:00Z',
    stream: 'booking-b1',
    revision: 1,
    type: 'SlotHeld',
    version: 2,
    data: { personal: '(encrypted)' },
  });
  expect(out).not.toContain('Ada Reyes');
});

test('show selects by stream, type, range and number', async () => {
  const { folder, store } = await shopFolder();
  const positions = async (...words: string[]) => (await shown(folder, ...words)).map(({ position }) => position);
  expect(await positions('--stream', 'booking-b2')).toEqual([6]);
  expect(await positions('--type', 'SlotHeld')).toEqual([1, 6]);
  expect(await positions('--from', '2', '--to', '4')).toEqual([2, 3, 4]);
  expect(await positions('--last', '2')).toEqual([6, 7]);
  await store.change(openMany('b2', 1500));
  expect(await positions('--stream', 'booking-b2', '--last', '1200')).toHaveLength(1200);
  expect(await events(folder, 'show', '--stream', 'booking-none')).toMatchObject({
    code: 1,
    out: '',
    err: 'No event matches.\n',
  });
});

test('export prints each event as it is stored', async () => {
  const { folder, store } = await shopFolder();
  await store.change(openMany('b2', 2500));
  // The hash of an event follows from the event before it.
  const rows = logRows(folder).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'hash')),
  );
  const exported = async (...words: string[]) => {
    const { out } = await eventsProcess(folder, 'export', ...words);
    return out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
  };
  expect(await exported()).toEqual(rows);
  expect(await exported('--from', '3', '--to', '2000')).toEqual(rows.slice(2, 2000));
});

test('export stops at an event that was altered', async () => {
  const { folder } = await shopFolder();
  tamper(folder, `UPDATE events SET data = '{}' WHERE position = 4`);
  const { code, err } = await eventsProcess(folder, 'export');
  expect(err).toContain('event 4 was altered');
  expect(code).toBe(1);
});
