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
