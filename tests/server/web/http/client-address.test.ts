import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { TrustedProxy } from '#server/process/config-variables.ts';
import { clientNetwork, networkOf } from '#server/web/http/client-address.ts';
import { from } from '../../bookings/visitor.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2233:4:5:6:7', '2001:db8:1:2200::/56'],
  ['2001:DB8:0001:22ff:ffff::1', '2001:db8:1:2200::/56'],
  ['2001:db8::1', '2001:db8::/56'],
  ['::1', '::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['fe80::1%br-4f2a', 'fe80::/56'],
  ['::ffff:203.0.113.7%en.0', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '64:ff9b::/56'],
  ['gone', 'gone'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

async function seen(proxy: TrustedProxy | null, headers: Record<string, string>, env: object = from('10.0.0.1')) {
  const app = new Hono();
  app.get('/', (c) => c.text(clientNetwork(c, proxy) ?? 'none'));
  return (await app.request('/', { headers }, env)).text();
}

test.each([
  '',
  'unknown',
  '203.0.113.7:',
  '203.0.113.7:http',
  '203.0.113.7:500000',
  '[203.0.113.7]:50',
  '[2001:db8::1',
  '[2001:db8::1]443',
  '999.1.1.1',
  'x'.repeat(9000),
])('for a proxy header %j the proxy’s own address counts', async (value) => {
  expect(await seen('fly', { 'fly-client-ip': value })).toBe('10.0.0.1');
});
