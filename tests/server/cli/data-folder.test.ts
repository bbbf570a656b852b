import { expect, test } from 'vitest';
import { hold } from '../../db/changes.ts';
import { openIn, sqlIn } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { events } from './command.ts';

test('status exits with 1 if an event waits for its backup longer than --max-lag', async () => {
  const { folder, store } = openIn(tempFolder(), () => Date.now() - 60_000);
  await store.change(hold('b1'));
  expect(await events(folder, 'status', '--max-lag', '3600')).toMatchObject({ code: 0, err: '' });
  expect(await events(folder, 'status', '--max-lag', '30')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Backup: Events since .* are not copied: there is no backup yet\./),
  });
  expect((await events(folder, 'status')).code).toBe(0);
});

test('forget beside a server of another version says to use the command line of that version', async () => {
  const { folder } = openIn();
  sqlIn(folder, `UPDATE projection_sets SET suffix = 'another'`);
  const { code, err } = await events(folder, 'forget', 'ada@example.com', '--yes');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The running server has another version. Use its command line.\n',
  });
});
