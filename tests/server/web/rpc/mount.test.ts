import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLog } from '#server/process/log.ts';
import { type RequestVariables, accessLog } from '#server/web/middleware/request-log.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { createTestApp } from './test-app.ts';

function get(name: string, payload?: unknown): string {
  return rpcPath(name) + (payload === undefined ? '' : `?payload=${encodeURIComponent(JSON.stringify(payload))}`);
}

function json(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}

test('a query is a GET with its input as JSON in the query', async () => {
  const response = await createTestApp().app.request(get('greet', { name: 'Ana' }));
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ greeting: 'Hello Ana' });
});

test('a call allows only its own method, and unknown ids have none', async () => {
  const { app } = createTestApp();
  const posted = await app.request(rpcPath('greet'), json('{"name":"Ana"}'));
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const read = await app.request(rpcPath('order'));
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await app.request('/_serverFn/greet')).status).toBe(404);
  expect((await app.request('/_serverFn/greet', json('{}'))).status).toBe(404);
});

test('a refused change has its own status and is not logged as an error', async () => {
  const { app, faults } = createTestApp();
  const response = await app.request(get('greet', { name: 'nobody' }));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ refusal: 'unknown-booking', message: 'unknown-booking' });
  expect(faults).toEqual([]);
});

test('the log line of a request names the call and the refusal, for calls and for forms', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(JSON.parse(line)) } });
  const app = new Hono<{ Variables: RequestVariables }>().use(accessLog(log)).route('/', createTestApp().app);
  for (const name of ['crowd', 'nobody', 'Ada']) await app.request(get('greet', { name }));
  await app.request(rpcPath('order'), form({ item: '', pin: '1234' }));
  expect(lines.map(({ level, status, call, refusal }) => [level, status, call, refusal])).toEqual([
    ['warn', 503, 'greet', 'busy'],
    ['info', 404, 'greet', 'unknown-booking'],
    ['info', 200, 'greet', undefined],
    ['info', 422, 'order', 'invalid'],
  ]);
});

test('an error becomes a text with the request id, and its message stays in the log', async () => {
  const { app, faults } = createTestApp();
  const response = await app.request(get('greet', { name: 'bug' }));
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('Something went wrong on our side (request request-1).');
  expect(faults).toEqual([new TypeError('secrets of the house')]);
});

test.each([
  ['a query that is not JSON', `${rpcPath('greet')}?payload=%7B`, undefined, 400],
  ['a body that is not JSON', rpcPath('order'), json('{'), 400],
  ['JSON that is too deep', rpcPath('order'), json(`${'['.repeat(9)}${']'.repeat(9)}`), 400],
  ['a body of another type', rpcPath('order'), { method: 'POST', body: 'item=shelf' }, 415],
])('%s is refused', async (_, path, init, status) => {
  expect((await createTestApp().app.request(path, init)).status).toBe(status);
});

test('a refused form is answered with its page, with the errors and all typed values except secrets', async () => {
  const response = await createTestApp().app.request(rpcPath('order'), form({ item: '', pin: '1234', gift: 'yes' }));
  expect([response.status, response.headers.get('content-location')]).toEqual([422, '/order?step=2']);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.json()).toEqual({
    page: '/order',
    refusal: 'invalid',
    fields: { item: 'Choose something.' },
    nearest: [],
    values: { item: [''], gift: ['yes'] },
  });
});

test('a form that a script sends gets JSON: the same result and the same refusal', async () => {
  const { app } = createTestApp();
  const byScript = (fields: Record<string, string>) => ({ ...form(fields), headers: { accept: 'application/json' } });
  const done = await app.request(rpcPath('order'), byScript({ item: 'shelf', pin: '1234', gift: 'yes' }));
  expect(await done.json()).toEqual({ redirect: '/thanks' });
  const refused = await app.request(rpcPath('order'), byScript({ item: '', pin: '1234' }));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ refusal: 'invalid', fields: { item: 'Choose something.' } });
});

test('NUL is removed from the texts of JSON and of forms', async () => {
  const { app } = createTestApp();
  const payload = encodeURIComponent('{"name":"A\\u0000da \\\\u0000"}');
  const greeted = await app.request(`${rpcPath('greet')}?payload=${payload}`);
  expect(await greeted.json()).toMatchObject({ greeting: expect.stringContaining('Ada \\u0000') });
  const body = new URLSearchParams([['item', 'a \0sofa %00']]);
  const ordered = await app.request(rpcPath('order'), { method: 'POST', body });
  expect(await ordered.json()).toMatchObject({ values: { item: ['a sofa %00'] } });
});
