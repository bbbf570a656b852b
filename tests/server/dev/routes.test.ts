import { expect, test } from 'vitest';
import { devRoutes } from '#server/dev/routes.ts';
import { openStandIns } from './stand-ins.ts';

test('a stand-in that is not in use has no page', async () => {
  const { site } = openStandIns();
  const app = devRoutes({
    ...site,
    mailbox: null,
    sandbox: null,
    localWebhooks: null,
    movableClock: null,
  });
  for (const path of ['/dev/mailbox', '/dev/webhooks', '/dev/clock', '/dev/pay/1', '/dev']) {
    expect((await app.request(path)).status).toBe(404);
  }
  expect((await app.request('/dev/clock', { method: 'POST', body: 'advance=1' })).status).toBe(404);
});

test.each(['/dev/mailbox', '/dev/webhooks', '/dev/clock', '/dev/pay/nothing'])(
  '%s runs no scripts, and is neither cached nor indexed',
  async (path) => {
    const { app } = openStandIns();
    const { headers } = await app.request(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  },
);

test('published webhook messages are shown until their person is forgotten', async () => {
  const { app, webhooks } = openStandIns();
  const { signal } = new AbortController();
  await webhooks.publish({ id: 'e1', type: 'booking.confirmed', payload: { name: 'Ada' } }, signal);
  const shown = async () => (await app.request('/dev/webhooks')).text();
  expect(await shown()).toContain('Ada');
  await webhooks.forget(['e1'], signal);
  expect(await shown()).not.toContain('Ada');
});
