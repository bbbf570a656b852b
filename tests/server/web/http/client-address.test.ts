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

test('without a trusted proxy a client cannot claim another address', async () => {
  const claims = { 'fly-client-ip': '203.0.113.7', 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' };
  expect(await seen(null, claims)).toBe('10.0.0.1');
});

test('only the configured proxy header is trusted', async () => {
  const headers = { 'fly-client-ip': '2001:db8:1:2::9', 'x-forwarded-for': '203.0.113.7' };
  expect(await seen('fly', headers)).toBe('2001:db8:1::/56');
  expect(await seen('forwarded-for', headers)).toBe('203.0.113.7');
});

test.each([
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1::/56'],
  ['[2001:db8:1:2::9]', '2001:db8:1::/56'],
  ['2001:db8:1:2::443', '2001:db8:1::/56'],
  ['198.51.100.1:80, 203.0.113.7:65535', '203.0.113.7'],
])('a proxy header with the client’s port is parsed: %s', async (value, network) => {
  expect(await seen('forwarded-for', { 'x-forwarded-for': value })).toBe(network);
});

test('in X-Forwarded-For, only the last address counts, because the proxy wrote it', async () => {
  expect(await seen('forwarded-for', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe('203.0.113.7');
});

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

test('a call from the process itself has no network', async () => {
  expect(await seen(null, {}, {})).toBe('none');
});

test('a disconnected client has no address, and is still counted', async () => {
  expect(await seen(null, {}, { incoming: { socket: {} } })).toBe('gone');
});
