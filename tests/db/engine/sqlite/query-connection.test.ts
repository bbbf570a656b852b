import { expect, test } from 'vitest';
import { hold } from '../../changes.ts';
import { openIn } from '../../folder.ts';

test('a query sees each change as soon as it is acknowledged', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  const rows = await store.db.selectFrom('events').select('stream').orderBy('position').execute();
  expect(rows).toContainEqual({ stream: 'booking-b1' });
});

test('a query cannot write', async () => {
  const { store } = openIn();
  const write = store.db.insertInto('addresses').values({ address: 'a@example.com', account: 'a1' }).execute();
  await expect(write).rejects.toThrow('readonly');
});
