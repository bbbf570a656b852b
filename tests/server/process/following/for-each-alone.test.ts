import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createLog } from '#server/process/log.ts';
import { forEachAlone } from '#server/process/following/for-each-alone.ts';

const ITEMS = ['one', 'two', 'three'].map((id) => ({ id }));

function open() {
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  const stopping = new AbortController();
  const done: string[] = [];
  const run = (step: (id: string) => void) =>
    forEachAlone(ITEMS, { worker: 'test', log, signal: stopping.signal }, async ({ id }) => {
      step(id);
      done.push(id);
    });
  return { run, done, lines, log, signal: stopping.signal, stop: () => stopping.abort() };
}

test('a failed item is logged and delays no other', async () => {
  const { run, done, lines } = open();
  await run((id) => {
    if (id === 'one') throw new Error('no luck');
  });
  expect(done).toEqual(['two', 'three']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"id":"one"');
});

test('while the disk accepts no writes, the other items are not tried', async () => {
  const { run, done, lines } = open();
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  await expect(
    run(() => {
      throw full;
    }),
  ).rejects.toBe(full);
  expect([done, lines]).toEqual([[], []]);
});

test('a stop takes effect between two items', async () => {
  const { run, done, stop } = open();
  await run((id) => {
    if (id === 'two') stop();
  });
  expect(done).toEqual(['one', 'two']);
});

test('in parallel, an item that does not end delays no other', async () => {
  const { log, stop, signal } = open();
  const { promise: hanging, resolve: end } = Promise.withResolvers<void>();
  const { promise: othersDone, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const all = forEachAlone(ITEMS, { worker: 'test', log, signal, atOnce: 2 }, async ({ id }) => {
    if (id === 'one') await hanging;
    done.push(id);
    if (id === 'three') resolve();
  });
  await othersDone;
  expect(done).toEqual(['two', 'three']);
  stop();
  end();
  await all;
});

test('no more items run at once than allowed', async () => {
  const { log, signal } = open();
  let running = 0;
  const seen: number[] = [];
  await forEachAlone(ITEMS, { worker: 'test', log, signal, atOnce: 2 }, async () => {
    seen.push(++running);
    await nextTurn();
    running -= 1;
  });
  expect(Math.max(...seen)).toBe(2);
});

test('after a failed read of the items, no step runs on after the end', async () => {
  const { log, signal } = open();
  const { promise: stepGoesOn, resolve: end } = Promise.withResolvers<void>();
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  const happened: string[] = [];
  async function* items() {
    yield { id: 'one' };
    fail();
    throw new Error('the rest cannot be read');
  }
  const all = forEachAlone(items(), { worker: 'test', log, signal, atOnce: 2 }, async () => {
    await stepGoesOn;
    happened.push('step');
  }).catch((error: Error) => happened.push(error.message));
  await failed;
  await nextTurn();
  end();
  await all;
  expect(happened).toEqual(['step', 'the rest cannot be read']);
});

test('the iterator is closed when a step ends the loop', async () => {
  const { log, signal } = open();
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  let isReleased = false;
  async function* items() {
    try {
      yield* ITEMS;
    } finally {
      isReleased = true;
    }
  }
  const all = forEachAlone(items(), { worker: 'test', log, signal }, () => Promise.reject(full));
  await expect(all).rejects.toBe(full);
  expect(isReleased).toBe(true);
});
