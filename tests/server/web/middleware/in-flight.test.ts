import { expect, test } from 'vitest';
import { openSite } from '../../bookings/site.ts';
import { from } from '../../bookings/visitor.ts';

const MOST_REQUESTS = 100;

/** A site with as many requests in flight as it works on at once; they continue when `free` is called. */
function busySite(env: Record<string, string> = {}, requests = MOST_REQUESTS) {
  const free = Promise.withResolvers<void>();
  const site = openSite(undefined, env, async () => {
    await free.promise;
    return new Response('a page');
  });
  const running = Array.from({ length: requests }, () => Promise.resolve(site.app.request('/book')));
  return {
    ...site,
    running,
    free: () => free.resolve(),
  };
}

test('a request beyond the most in flight gets a text and Retry-After, and one of them that ends makes room', async () => {
  const { app, running, free } = busySite();
  const refused = await app.request('/pricing');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.text()).toContain('Wait a few seconds, then try again');
  free();
  expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await app.request('/pricing')).status).toBe(200);
});

test('health checks, notices and returns from paying come first', async () => {
  const { app } = busySite();
  const status = async (path: string, method = 'GET') => (await app.request(path, { method }, from('10.0.0.1'))).status;
  expect(await status('/healthz')).toBe(200);
  expect(await status('/readyz')).toBe(200);
  expect(await status('/webhooks/sandbox', 'POST')).toBe(400);
  expect(await status('/book/return?checkout=none')).toBe(303);
});

test('eight uploads may run, two of one network, beside whatever else is in flight', async () => {
  const { app } = busySite();
  const ended: (() => void)[] = [];
  const upload = (address: string) => {
    const body = new ReadableStream({
      start: (controller) => void ended.push(() => controller.error(new Error('gone'))),
    });
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'sec-fetch-site': 'same-origin',
      'content-length': '1000',
    };
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    return Promise.resolve(app.request('/book/photos', init, from(address)));
  };
  const first = [upload('10.0.0.1'), upload('10.0.0.1')];
  const third = await upload('10.0.0.1');
  expect([third.status, Number(third.headers.get('retry-after')) > 0]).toEqual([503, true]);
  const others = [2, 2, 3, 3, 4, 4].map((index) => upload(`10.0.0.${index}`));
  expect((await upload('10.0.0.5')).status).toBe(503);
  for (const end of ended) end();
  expect(new Set((await Promise.all([...first, ...others])).map(({ status }) => status))).toEqual(new Set([400]));
  const next = upload('10.0.0.1');
  ended.at(-1)?.();
  expect((await next).status).toBe(400);
});
