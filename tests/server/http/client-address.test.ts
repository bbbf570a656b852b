import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type TrustedProxy, clientNetwork, networkOf } from '#server/http/client-address.ts';
import { from } from '../bookings/visitor.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

async function seen(proxy: TrustedProxy | null, headers: Record<string, string>, env: object = from('10.0.0.1')) {
  const app = new Hono();
  app.get('/', (c) => c.text(clientNetwork(c, proxy)));
  return (await app.request('/', { headers }, env)).text();
}

test('without a proxy nobody can claim to be someone else', async () => {
  const claims = { 'fly-client-ip': '203.0.113.7', 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' };
  expect(await seen(null, claims)).toBe('10.0.0.1');
});

test('the proxy that is configured is believed, and no other header', async () => {
  const headers = { 'fly-client-ip': '2001:db8:1:2::9', 'x-forwarded-for': '203.0.113.7' };
  expect(await seen('fly', headers)).toBe('2001:db8:1:2::/64');
  expect(await seen('forwarded-for', headers)).toBe('203.0.113.7');
});

test('of a list only the last address was written by the proxy', async () => {
  expect(await seen('forwarded-for', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe('203.0.113.7');
});

test.each(['', 'unknown', '203.0.113.7:5000', '999.1.1.1', 'x'.repeat(9000)])(
  'a proxy that says %j says nothing: then its own address counts',
  async (value) => {
    expect(await seen('fly', { 'fly-client-ip': value })).toBe('10.0.0.1');
  },
);

test('a client that has gone has no address any more, and is counted all the same', async () => {
  expect(await seen(null, {}, { incoming: { socket: {} } })).toBe('gone');
});
