import { expect, test } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import { Hono } from 'hono';
import { knownHost } from '#server/web/middleware/canonical-address.ts';
import { SECRETS } from '../../../e2e/image/production.ts';
import { saying, serveReal, statusOf } from '../http/raw-client.ts';

const COOKIE_SECRET = 'a secret of the tests, long enough for all';

/** Starts a site with this configuration. Returns a function that requests a target with a host. */
async function site(env: Record<string, string>) {
  const { hosts, publicUrl } = loadConfig({ COOKIE_SECRET, ...env });
  const app = new Hono();
  app.use(knownHost(hosts, publicUrl));
  app.all('*', (c) => c.text(new URL(c.req.url).host));
  const port = await serveReal(app);
  return async (host: string, target = '/') =>
    statusOf(await saying(port, `GET ${target} HTTP/1.1`, `host: ${host}`, 'connection: close', '', ''));
}

test.each([
  ['localhost', 200],
  ['localhost:3000', 200],
  ['LocalHost:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['evil.example', 421],
  ['evil.example:3000', 421],
  ['localhost.evil.example', 421],
  ['192.168.1.20:3000', 421],
  ['[fd00::1]:3000', 421],
  ['localhost@evil.example', 400],
  ['', 421],
])('on this machine, a request for host %s: %i', async (host, status) => {
  expect(await (await site({}))(host)).toBe(status);
});

const PRODUCTION = { ...SECRETS, NODE_ENV: 'production', PUBLIC_URL: 'https://oakstreet.example' };

test('in production only the public host name is accepted; health probes may use any', async () => {
  const ask = await site({ ...PRODUCTION, HOST: '0.0.0.0' });
  expect([await ask('oakstreet.example'), await ask('oakstreet.example:443')]).toEqual([200, 200]);
  for (const host of ['localhost', '127.0.0.1', '10.0.0.7', 'oakstreet.fly.dev']) expect(await ask(host)).toBe(421);
  expect([await ask('10.0.0.7:3000', '/healthz'), await ask('10.0.0.7:3000', '/readyz')]).toEqual([200, 200]);
});

test('in production, other names of the site redirect to the public address with path and query', async () => {
  const { hosts, publicUrl } = loadConfig({
    ...PRODUCTION,
    COOKIE_SECRET,
    PUBLIC_URL: 'https://www.oakstreet.example',
    REDIRECT_HOSTS: 'oakstreet.example, Old-Name.example',
  });
  const app = new Hono();
  app.use(knownHost(hosts, publicUrl));
  app.all('*', (c) => c.text('here'));
  const ask = (url: string, method = 'GET') => app.request(url, { method, headers: { host: new URL(url).host } });
  const moved = await ask('http://oakstreet.example/pricing?utm_source=paper');
  expect([moved.status, moved.headers.get('location')]).toEqual([
    308,
    'https://www.oakstreet.example/pricing?utm_source=paper',
  ]);
  expect((await ask('http://old-name.example:80//evil.example')).headers.get('location')).toBe(
    'https://www.oakstreet.example//evil.example',
  );
  expect((await ask('http://oakstreet.example/book', 'POST')).status).toBe(308);
  expect((await ask('http://oakstreet.example/healthz')).status).toBe(200);
  expect((await ask('http://www.oakstreet.example/')).status).toBe(200);
  expect((await ask('http://other.example/')).status).toBe(421);
});
