/** The disk that takes the process's output is full. */
import { expect, test } from 'vitest';
import { startServer } from './server.ts';

test('the site starts, serves pages and ends when asked to', async () => {
  const server = await startServer({}, '/readyz', {
    program: '/bin/sh',
    args: ['-c', 'exec "$0" "$@" > /dev/full', process.execPath],
  });
  for (let count = 0; count < 100; count++) expect((await fetch(`${server.origin}/nowhere`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
});
