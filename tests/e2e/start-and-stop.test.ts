import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './server.ts';

interface Line {
  readonly msg: string;
  readonly commit?: string;
}

function logged(output: string): Line[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Line);
}

test.each(['SIGINT', 'SIGTERM'] as const)('the server logs its start, and its end by %s', async (signal) => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
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

test('the banner, /healthz and the log name the commit that was built', async () => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const health = (await (await fetch(`${server.origin}/healthz`)).json()) as { commit: string };
  expect(health.commit).toMatch(/^[0-9a-f]{8}(?:-dirty)?$/);
  expect(server.output()).toContain(`(commit ${health.commit})`);
  await server.stop();
  expect(logged(server.output()).find(({ msg }) => msg === 'started')?.commit).toBe(health.commit);
});
