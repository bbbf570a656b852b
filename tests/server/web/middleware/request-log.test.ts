import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLog } from '#server/process/log.ts';
import { type RequestVariables, accessLog, requestId } from '#server/web/middleware/request-log.ts';

function site() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(JSON.parse(line)) } });
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(requestId, accessLog(log));
  app.get('/id', (c) => c.text(c.get('requestId')));
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', (c) => c.text('not ready', 503));
  app.get('/refused/:name', (c) => {
    c.set('refusal', c.req.param('name'));
    return c.text('not now', 503);
  });
  app.get('/broken', () => {
    throw new Error('no');
  });
  app.onError((_, c) => c.text('sorry', 500));
  return { app, lines };
}

test('each request has its own id, in the response and in the log', async () => {
  const { app, lines } = site();
  const first = await app.request('/id');
  const second = await app.request('/id');
  const id = await first.text();
  expect(first.headers.get('x-request-id')).toBe(id);
  expect(second.headers.get('x-request-id')).not.toBe(id);
  expect(lines[0]).toMatchObject({ request: id, method: 'GET', path: '/id', status: 200, ms: expect.any(Number) });
});

test('the log contains no query strings, and no other data from the visitor', async () => {
  const { app, lines } = site();
  await app.request('/id?email=ada@example.com&token=token-1', { headers: { cookie: 'hold=secret' } });
  expect(JSON.stringify(lines)).not.toMatch(/ada@|token-1|secret/);
});

test('a failed request is logged as an error, and its response has its id', async () => {
  const { app, lines } = site();
  const response = await app.request('/broken');
  expect(response.status).toBe(500);
  expect(lines).toEqual([expect.objectContaining({ level: 'error', request: response.headers.get('x-request-id') })]);
});
