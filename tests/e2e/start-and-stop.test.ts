import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './server.ts';

function logged(output: string) {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as { readonly msg: string });
}

test.each(['SIGINT', 'SIGTERM'] as const)('the server logs its start, and its end by %s', async (signal) => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  // What is being written when the process ends comes after what it writes last.
  await expect.poll(server.output).toContain('"started"');
  const ended = once(server.process, 'close');
  server.process.kill(signal);
  expect(await ended).toEqual([0, null]);
  const events = logged(server.output()).filter(({ msg }) => /^(?:started|stopp)/.test(msg));
  expect(events).toMatchObject([
    {
      level: 'info',
      msg: 'started',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      port: Number(new URL(server.origin).port),
    },
    { level: 'info', msg: 'stopping', signal },
    { level: 'info', msg: 'stopped' },
  ]);
});
