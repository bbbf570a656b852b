import { expect, test } from 'vitest';
import type { JobSource } from '#db/jobs.ts';
import { dueJobs } from '#db/queries/jobs.ts';
import { CAUSE, hold, pay } from './changes.ts';
import { openIn } from './folder.ts';

const greeting: JobSource = {
  kind: 'greet',
  on: { SlotHeld: ({ id, at, stream }) => ({ key: id, orderKey: stream, due: at }) },
};

const nothing = { streams: {}, decide: () => ({}), cause: CAUSE };
const enqueued = { kind: 'greet', key: 'one', orderKey: 'b1', due: 0, position: null };

const open = () => openIn(undefined, undefined, [greeting]);

test('a change whose job has left the state is refused and writes nothing', async () => {
  const { store } = open();
  await store.change(hold('b1'));
  const updateJob = { id: 1, from: 'waiting', set: { state: 'done', endedAt: 1 } } as const;
  await store.change({ ...nothing, updateJob });
  await expect(store.change({ ...pay('b1'), updateJob })).rejects.toMatchObject({ refusal: 'already-settled' });
  expect(store.position).toBe(2);
});

test('jobs that never failed come before failed ones, and each order key shows its first', async () => {
  const { store } = open();
  const job = (key: string, orderKey: string, due: number) => ({ ...enqueued, key, orderKey, due });
  await store.change({
    ...nothing,
    newJobs: [job('1', 'a', 1), job('2', 'a', 0), job('3', 'b', 3), job('4', 'c', 2), job('5', 'd', 99)],
  });
  await store.change({ ...nothing, updateJob: { id: 1, from: 'waiting', set: { attempts: 1 } } });
  expect((await dueJobs(store.db, 'greet', 10, 9)).map(({ key }) => key)).toEqual(['4', '3', '1']);
  expect((await dueJobs(store.db, 'greet', 10, 2)).map(({ key }) => key)).toEqual(['4', '3']);
});
