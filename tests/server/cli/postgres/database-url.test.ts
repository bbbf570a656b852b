import { expect, test, vi } from 'vitest';
import { runEvents } from '#server/cli/events-command.ts';
import { hold } from '../../../db/changes.ts';
import { createDatabase, openPostgres } from '../../../db/postgres.ts';
import { PATIENCE_MS } from '../../../patience.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { printed } from '../command.ts';

function run(url: string, ...words: string[]) {
  vi.stubEnv('DATA_FOLDER', tempFolder());
  vi.stubEnv('DATABASE_URL', url);
  return printed(() => runEvents(words));
}

test.each(['status', 'verify', 'show', 'export', 'rebuild'])(
  '%s says which setting is wrong if the database does not respond, and if it has no log',
  async (name) => {
    expect(await run('postgres://a:b@127.0.0.1:1/c', name)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database at DATABASE_URL can't be opened: .*ECONNREFUSED.*Check DATABASE_URL/),
    });
    expect(await run(await createDatabase('template0'), name)).toMatchObject({
      code: 1,
      err: 'There is no event log in the database at DATABASE_URL. Start the server, which creates it.\n',
    });
  },
);

test.each([
  ['foo', 'DATABASE_URL must be like postgres://user:password@host/database'],
  [' ', 'DATABASE_URL must not be empty: remove it to use the database in DATA_FOLDER'],
  ['', 'DATABASE_URL must not be empty: remove it to use the database in DATA_FOLDER'],
])('a command refuses %j', async (url, problem) => {
  expect(await run(url, 'status')).toMatchObject({ code: 1, err: expect.stringContaining(problem) });
});

test('restore leaves PostgreSQL to its own recovery, and lets a start go on', async () => {
  const url = await createDatabase();
  expect(await run(url, 'restore')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^DATABASE_URL is set: restore that database by its provider's point-in-time recovery/),
  });
  expect(await run(url, 'restore', '--at-start')).toEqual({ code: 0, out: '', err: '' });
});

test('status says whether a server runs, and that the backup is the database’s own', async () => {
  const url = await createDatabase();
  expect((await run(url, 'status')).out).toContain('No server is running.');
  const store = await openPostgres(url);
  await store.change(hold('b1'));
  await vi.waitFor(async () => expect((await run(url, 'status')).out).toContain('A server is running.'), PATIENCE_MS);
  expect((await run(url, 'status')).out).toContain("Backup: the database's own: its provider's point-in-time recovery");
});

test('doctor tries the database', async () => {
  const { out, err } = await run(await createDatabase(), 'doctor');
  expect(out).toMatch(/^ok {6}Database +responds/m);
  expect(err).toBe('');
  expect((await run('postgres://a:b@127.0.0.1:1/c', 'doctor')).err).toMatch(
    /^FAILED +Database +The database at DATABASE_URL/m,
  );
});
