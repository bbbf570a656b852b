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

test('HEAD responds like GET, without a body; a stream is closed', async () => {
  const { app, counted } = createTestApp();
  const response = await app.request(get('greet', { name: 'Ana' }), { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect((await app.request(get('greet', { name: 'nobody' }), { method: 'HEAD' })).status).toBe(404);
  const stream = await app.request(get('count', { to: 10 }), { method: 'HEAD' });
  expect([stream.status, await stream.text()]).toEqual([200, '']);
  expect(counted).toEqual([]);
});

test('a query without input needs no payload', async () => {
  const response = await createTestApp().app.request(get('nothing'));
  expect(await response.json()).toBeNull();
  expect(response.headers.has('clear-site-data')).toBe(false);
});

test('a command returns JSON for JSON and sets its cookies', async () => {
  const response = await createTestApp().app.request(rpcPath('order'), json('{"item":"shelf","pin":"1234"}'));
  expect(await response.json()).toEqual({ redirect: '/thanks' });
  expect(response.headers.getSetCookie().join()).toMatch(/^session=\w+\.shelf\..+HttpOnly; SameSite=Lax$/);
  expect(response.headers.get('clear-site-data')).toBe('"prefetchCache"');
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

test('input that the schema refuses is a 422 that names the fields', async () => {
  const response = await createTestApp().app.request(get('greet', { name: '' }));
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ refusal: 'invalid', fields: { name: 'Say who you are.' } });
});

test('unknown fields are refused', async () => {
  expect((await createTestApp().app.request(get('greet', { name: 'Ana', role: 'admin' }))).status).toBe(422);
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

test('an async generator returns a line for each value', async () => {
  const response = await createTestApp().app.request(get('count', { to: 3 }));
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(await response.text()).toBe('1\n2\n3\n');
});

test('a reader that leaves ends the generator', async () => {
  const { app, counted } = createTestApp();
  const response = await app.request(get('count', { to: 1_000_000 }));
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(counted).toEqual(['ended']);
});

test('a form redirects to its handler’s target', async () => {
  const response = await createTestApp().app.request(rpcPath('order'), form({ item: 'shelf', pin: '1234' }));
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/thanks');
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

test('a form that comes too late gets open slots near its own', async () => {
  const response = await createTestApp().app.request(rpcPath('order'), form({ item: 'unicorn', pin: '' }));
  expect(await response.json()).toMatchObject({
    refusal: 'slot-taken',
    nearest: [{ date: '2027-03-09', claim: 'am' }],
    values: { item: ['unicorn'] },
  });
});

test('a button that only changes the view changes no data and keeps typed values', async () => {
  const response = await createTestApp().app.request(rpcPath('order'), form({ item: 'shelf', show: 'menu' }));
  expect([response.status, response.headers.get('content-location')]).toEqual([200, '/order?menu=all']);
  expect(response.headers.getSetCookie().some((cookie) => cookie.startsWith('session='))).toBe(false);
  expect(await response.json()).toMatchObject({ refusal: null, values: { item: ['shelf'] } });
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
