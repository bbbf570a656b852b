import { expect, test } from 'vitest';
import { Limiter } from '#server/limits/limiter.ts';
import { POLICIES } from '#server/limits/policies.ts';

function open(factor = 1) {
  const clock = { now: 0 };
  return { clock, limiter: new Limiter({ factor, now: () => clock.now }) };
}

/** How many of so many requests are let through. */
function passed(limiter: Limiter, times: number, who: (index: number) => { network: string; key?: string }): number {
  const waits = Array.from({ length: times }, (_, index) => limiter.wait('signIn', who(index)));
  return waits.filter((wait) => wait === 0).length;
}

const { network, key, overall } = POLICIES.signIn;

test('one network has its share, whatever accounts it asks for', () => {
  const { limiter } = open();
  expect(passed(limiter, 1000, (index) => ({ network: '203.0.113.7', key: `${index}` }))).toBe(network.burst);
  expect(limiter.wait('signIn', { network: '203.0.113.8', key: 'other' })).toBe(0);
});

test('one account has its share, from however many networks it is asked for', () => {
  const { limiter } = open();
  expect(passed(limiter, 1000, (index) => ({ network: `network ${index}`, key: 'ada' }))).toBe(key.burst);
});

test('everybody together have theirs', () => {
  const { limiter } = open();
  const who = (index: number) => ({ network: `network ${index}`, key: `account ${index}` });
  expect(passed(limiter, 2000, who)).toBe(overall.burst);
});

test('a network that has used up its share takes nothing from the account it asks for', () => {
  const { limiter } = open();
  passed(limiter, 1000, (index) => ({ network: '203.0.113.7', key: `${index}` }));
  for (let time = 0; time < 100; time++) limiter.wait('signIn', { network: '203.0.113.7', key: 'ada' });
  expect(passed(limiter, 100, () => ({ network: '203.0.113.8', key: 'ada' }))).toBe(key.burst);
});

test('the wait is told in whole seconds, and is long enough', () => {
  const { limiter, clock } = open();
  const who = { network: '203.0.113.7', key: 'ada' };
  while (limiter.wait('signIn', who) === 0);
  const seconds = limiter.wait('signIn', who);
  expect(seconds).toBe(60 / key.perMinute);
  clock.now = seconds * 1000;
  expect(limiter.wait('signIn', who)).toBe(0);
});

test('the limits can be widened, and switched off', () => {
  const who = () => ({ network: '203.0.113.7' });
  expect(passed(open(3).limiter, 1000, who)).toBe(network.burst * 3);
  expect(passed(open(0).limiter, 1000, who)).toBe(1000);
});
