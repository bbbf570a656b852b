import { expect, test } from 'vitest';
import { refuse } from '#events/refusal.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { NOW, PERSONAL } from '../../../events/facts.ts';
import { day, hold, stumble } from '../../changes.ts';
import { openIn } from '../../folder.ts';
import { countOf } from '../../rows.ts';

const DAY = 86_400_000;

const once = { key: 'key-1', body: `{"name":"${PERSONAL.name}"}`, answer: { booking: 'b1' } };

test('the same command again gets the first answer and records nothing', async () => {
  const { store, folder } = openIn();
  const first = await store.change(hold('b1', { once }));
  expect(first.earlier).toBeNull();
  const again = await store.change(hold('b2', { once: { ...once, answer: { booking: 'b2' } } }));
  expect(again).toEqual({ events: [], earlier: { answer: { booking: 'b1' } } });
  expect(countOf(folder, 'events')).toBe(2);
});

test('the same key with another body is refused', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1', { once }));
  const other = store.change(hold('b2', { date: day(1), once: { ...once, body: 'another' } }));
  await expect(other).rejects.toEqual(new Rejected('key-reused'));
  expect(countOf(folder, 'events')).toBe(2);
});

test('a repetition is authorized as of now, like the first request, and a refusal does not reveal that the key is known', async () => {
  const { store } = openIn();
  const authorize = () => refuse('unknown-account');
  await expect(store.change(hold('b1', { once, authorize }))).rejects.toEqual(new Rejected('unknown-account'));
  expect(store.position).toBe(0);
  await store.change(hold('b1', { once }));
  for (const again of [once, { ...once, body: 'another' }]) {
    await expect(store.change(hold('b2', { once: again, authorize }))).rejects.toEqual(new Rejected('unknown-account'));
  }
});

test('a command that was refused or failed has no stored answer: it is decided again', async () => {
  const { store } = openIn();
  await store.change(hold('taken'));
  await expect(store.change(hold('b1', { once }))).rejects.toEqual(new Rejected('slot-taken'));
  await expect(store.change({ ...stumble('b1'), once: { ...once, authorize: () => null } })).rejects.toThrow(
    'a mistake in a rule',
  );
  const held = await store.change(hold('b1', { date: day(1), once }));
  expect(held.events).toHaveLength(2);
});

test('a command is known for thirty days, and then nothing is left of it', async () => {
  let now = NOW;
  const { store, folder } = openIn(undefined, () => now);
  await store.change(hold('b1', { once }));
  now += 30 * DAY;
  await store.change(hold('b2', { date: day(1), once: { ...once, key: 'key-2' } }));
  expect((await store.change(hold('b3', { date: day(2), once }))).earlier).not.toBeNull();
  now += DAY;
  await store.change(hold('b4', { date: day(3), once: { ...once, key: 'key-3' } }));
  expect(countOf(folder, 'idempotency')).toBe(2);
  expect((await store.change(hold('b5', { date: day(4), once }))).earlier).toBeNull();
});
