import { expect, test } from 'vitest';
import { hold } from '../changes.ts';
import { openIn, withDatabase } from '../folder.ts';

test.each(['webhooks'])('a lost checkpoint of %s is replaced at the end of the log, and reported', async (name) => {
  const { folder, store, close } = openIn();
  await store.change(hold('b1'));
  expect(store.checkpoints.get(name)).toBe(0);
  const { position } = store;
  close();
  withDatabase(folder, (db) =>
    db.prepare('UPDATE checkpoints SET follower = ? WHERE follower = ?').run('damaged', name),
  );
  const later = openIn(folder);
  expect(later.store.checkpoints.get(name)).toBe(position);
  expect(later.reports).toContainEqual({ message: expect.stringMatching(/^a checkpoint was lost/), detail: name });
});
