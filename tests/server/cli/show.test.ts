import { expect, test, vi } from 'vitest';
import { day, hold, openMany, pay } from '../../db/changes.ts';
import { openIn } from '../../db/folder.ts';
import { events } from './command.ts';

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
  expect((await events(folder, 'show', '--stream', 'booking-none')).out).toBe('No event matches.\n');
});
