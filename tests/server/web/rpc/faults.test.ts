import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { saying, serveReal } from '../http/raw-client.ts';
import { createTestApp } from './test-app.ts';

const HOST = ['host: localhost', 'connection: close'];

function call(name: string, payload: unknown): string[] {
  return [`GET ${rpcPath(name)}?payload=${encodeURIComponent(JSON.stringify(payload))} HTTP/1.1`, ...HOST, '', ''];
}

test.each([
  ['before its first line', 0],
  ['after some lines', 3],
])('a response that breaks off %s has no end and no reason; the log has the reason', async (_, breaksAfter) => {
  const { app, faults } = createTestApp();
  const port = await serveReal(app);
  const heard = await saying(port, ...call('count', { to: 10, breaksAfter }));
  expect(heard).not.toMatch(/secrets of the house|TypeError|\.ts/);
  expect(heard).not.toMatch(/0\r\n\r\n$/);
  expect(faults).toEqual([new TypeError('secrets of the house')]);
});

test('a complete response has an end', async () => {
  const port = await serveReal(createTestApp().app);
  expect(await saying(port, ...call('count', { to: 10 }))).toMatch(/0\r\n\r\n$/);
});
