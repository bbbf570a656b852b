import { expect, test } from 'vitest';
import { createLog } from '#server/process/log.ts';
import { UnknownToProvider } from '#server/outside/payments/port.ts';
import { signedHeaders } from '#server/outside/signed-notices.ts';
import { noticeRoutes, paymentNotices } from '#server/bookings/routes/notices.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { WEBHOOK_SECRET, openSandbox } from '../../outside/payments/shop.ts';

function shop(fulfil: (checkout: string, notice: string) => Promise<unknown> = async () => {}) {
  const { sandbox, clock } = openSandbox();
  const fulfilled: string[] = [];
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(line) } });
  const payments = paymentNotices({
    payments: sandbox,
    log,
    fulfil: async (checkout, notice) => {
      fulfilled.push(checkout);
      await fulfil(checkout, notice);
    },
    reviewPayment: () => Promise.reject(new Error('no payment has changed')),
  });
  const app = noticeRoutes({ sources: [payments], clock, log });
  const post = (notice: { id: string; checkout: string }, changes: { path?: string; secret?: string } = {}) => {
    const body = JSON.stringify(notice);
    const stamp = { id: notice.id, timestamp: Math.floor(clock.now() / 1000) };
    const headers = signedHeaders(stamp, body, changes.secret ?? WEBHOOK_SECRET);
    return app.request(changes.path ?? '/webhooks/sandbox', { method: 'POST', body, headers });
  };
  return { app, post, fulfilled, lines };
}

test('a signed notice causes a query of its checkout', async () => {
  const { post, fulfilled } = shop();
  const response = await post({ id: 'n1', checkout: 'c1' });
  expect(response.status).toBe(200);
  expect(fulfilled).toEqual(['c1']);
});

test('the same notice is handled once', async () => {
  const { post, fulfilled } = shop();
  await post({ id: 'n1', checkout: 'c1' });
  expect((await post({ id: 'n1', checkout: 'c1' })).status).toBe(200);
  await post({ id: 'n2', checkout: 'c1' });
  expect(fulfilled).toEqual(['c1', 'c1']);
});

test('a failed notice is refused, so that the provider resends it, and not recorded as handled', async () => {
  let calls = 0;
  const { post, fulfilled, lines } = shop(async () => {
    if (++calls === 1) throw new Error('disk full');
  });
  expect((await post({ id: 'n1', checkout: 'c1' })).status).toBe(500);
  expect(lines.join('')).toContain('disk full');
  expect((await post({ id: 'n1', checkout: 'c1' })).status).toBe(200);
  expect(fulfilled).toEqual(['c1', 'c1']);
});

test.each([
  ['a booking that is none of ours', () => new Rejected('unknown-booking')],
  ['a checkout that the provider does not know', () => new UnknownToProvider('checkout')],
])('a notice about %s is acknowledged', async (_, reason) => {
  const { post, fulfilled, lines } = shop(() => Promise.reject(reason()));
  expect((await post({ id: 'n1', checkout: 'c1' })).status).toBe(200);
  expect((await post({ id: 'n1', checkout: 'c1' })).status).toBe(200);
  expect(fulfilled).toEqual(['c1']);
  expect(lines.join('')).toContain('webhook ignored');
});

test('a forged notice is refused, and logged without its content', async () => {
  const { post, fulfilled, lines } = shop();
  const response = await post({ id: 'n1', checkout: 'c-forged' }, { secret: 'guess' });
  expect(response.status).toBe(400);
  expect(fulfilled).toEqual([]);
  expect(lines.join('')).toContain('the signature is wrong');
  expect(lines.join('')).not.toContain('c-forged');
});
