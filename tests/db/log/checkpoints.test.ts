import { expect, test } from 'vitest';
import { LOG_STEPS } from '#db/log/event-log.ts';
import { hold } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';

test.each(['mail', 'account-mail', 'webhooks'])(
  'a lost checkpoint of %s is replaced at the end of the log, and reported',
  async (name) => {
    const { folder, store, close } = openIn();
    await store.change(hold('b1'));
    expect(store.checkpoints.get(name)).toBe(0);
    const { position } = store;
    close();
    withFile(folder, 'log.db', (db) =>
      db.prepare('UPDATE checkpoints SET follower = ? WHERE follower = ?').run('damaged', name),
    );
    const later = openIn(folder);
    expect(later.store.checkpoints.get(name)).toBe(position);
    expect(later.reports).toContainEqual({ message: expect.stringMatching(/^a checkpoint was lost/), detail: name });
  },
);

test.each(['webhooks', 'webhook-forgetting'])('%s begins at the end of an older log', async (name) => {
  const { folder, store, close } = openIn();
  await store.change(hold('b1'));
  const { position } = store;
  close();
  withFile(folder, 'log.db', (db) => {
    db.prepare('DELETE FROM checkpoints WHERE follower = ?').run(name);
    db.pragma(`user_version = ${LOG_STEPS.findIndex((step) => step.includes("'webhooks'"))}`);
  });
  const later = openIn(folder);
  expect(later.store.checkpoints.all()).toContainEqual({ name, position, postponed: 0, waiting: null });
  expect(later.reports).toEqual([]);
});
