import { expect, test } from 'vitest';
import { networksOf } from '#server/http/client-address.ts';
import { Limiter } from '#server/limits/limiter.ts';
import { POLICIES } from '#server/limits/policies.ts';

function open(factor = 1) {
  const clock = { now: 0 };
  return { clock, limiter: new Limiter({ factor, now: () => clock.now }) };
}

/** An address of another company each time, so that not even their widest networks are the same. */
function far(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

function wait(limiter: Limiter, { address, key }: { address: string; key?: string }): number {
  return limiter.wait('signIn', { networks: networksOf(address), ...(key !== undefined && { key }) });
}

/** How many of so many requests are let through. */
function passed(limiter: Limiter, times: number, who: (index: number) => { address: string; key?: string }): number {
  const waits = Array.from({ length: times }, (_, index) => wait(limiter, who(index)));
  return waits.filter((wait) => wait === 0).length;
}

const { network, key, overall } = POLICIES.signIn;

test('one network has its share, whatever accounts it asks for', () => {
  const { limiter } = open();
  expect(passed(limiter, 1000, (index) => ({ address: '203.0.113.7', key: `${index}` }))).toBe(network.burst);
  expect(wait(limiter, { address: '203.0.113.8', key: 'other' })).toBe(0);
});

test.each([
  ['the addresses of one /24', (index: number) => `203.0.113.${index}`, 8],
  ['the /64 networks of one /56', (index: number) => `2001:db8:0:${index.toString(16)}::1`, 2],
  ['the /56 networks of one /48', (index: number) => `2001:db8:0:${(index * 256).toString(16)}::1`, 8],
])('%s share a wider allowance', (_, address, times) => {
  const { limiter } = open();
  const who = (index: number) => ({ address: address(index % 256), key: `${index}` });
  expect(passed(limiter, 2000, who)).toBe(network.burst * times);
  expect(wait(limiter, { address: far(1), key: 'other' })).toBe(0);
});

test('a request that one of its networks has to wait for takes nothing from the others', () => {
  const { limiter } = open();
  passed(limiter, 1000, () => ({ address: '2001:db8::1' }));
  expect(passed(limiter, 1000, () => ({ address: '2001:db8:0:1::1' }))).toBe(network.burst);
});

test('one account has its share, from however many networks it is asked for', () => {
  const { limiter } = open();
  expect(passed(limiter, 1000, (index) => ({ address: far(index), key: 'ada' }))).toBe(key.burst);
});

test('everybody together have theirs', () => {
  const { limiter } = open();
  const who = (index: number) => ({ address: far(index), key: `account ${index}` });
  expect(passed(limiter, 2000, who)).toBe(overall.burst);
});

test('a network that has used up its share takes nothing from the account it asks for', () => {
  const { limiter } = open();
  passed(limiter, 1000, (index) => ({ address: '203.0.113.7', key: `${index}` }));
  for (let time = 0; time < 100; time++) wait(limiter, { address: '203.0.113.7', key: 'ada' });
  expect(passed(limiter, 100, () => ({ address: '203.0.113.8', key: 'ada' }))).toBe(key.burst);
});

test('the wait is told in whole seconds, and is long enough', () => {
  const { limiter, clock } = open();
  const who = { address: '203.0.113.7', key: 'ada' };
  while (wait(limiter, who) === 0);
  const seconds = wait(limiter, who);
  expect(seconds).toBe(60 / key.perMinute);
  clock.now = seconds * 1000;
  expect(wait(limiter, who)).toBe(0);
});

test('the limits can be widened, and switched off', () => {
  const who = () => ({ address: '203.0.113.7' });
  expect(passed(open(3).limiter, 1000, who)).toBe(network.burst * 3);
  expect(passed(open(0).limiter, 1000, who)).toBe(1000);
});
