import { expect, test } from 'vitest';
import { networksOf } from '#server/web/http/client-address.ts';
import { Limiter } from '#server/web/limits/limiter.ts';
import { POLICIES } from '#server/web/limits/policies.ts';

function open(factor = 1) {
  const clock = { now: 0 };
  return { clock, limiter: new Limiter({ factor, now: () => clock.now }) };
}

/** Client addresses of different providers, without a common network. */
function far(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

interface Try {
  readonly address: string;
  /** The account of the attempt. */
  readonly name?: string;
  /** The customer for whom the browser is known. */
  readonly knownAs?: string;
}

function wait(limiter: Limiter, { address, name = 'ada', knownAs }: Try): Promise<number> {
  const networks = networksOf(address);
  return limiter.wait('signIn', { networks, subject: { networks, name }, knownAs: async () => knownAs ?? null });
}

/** The number of admitted requests. */
async function passed(limiter: Limiter, times: number, who: (index: number) => Try): Promise<number> {
  const waits = await Promise.all(Array.from({ length: times }, (_, index) => wait(limiter, who(index))));
  return waits.filter((wait) => wait === 0).length;
}

const { network, networkAndSubject: both, strangers } = POLICIES.signIn;

test('one network has one allowance over all accounts', async () => {
  const { limiter } = open();
  expect(await passed(limiter, 1000, (index) => ({ address: '203.0.113.7', name: `${index}` }))).toBe(network.burst);
  expect(await wait(limiter, { address: '203.0.113.8', name: 'other' })).toBe(0);
});

test.each([
  ['the addresses of one /24', (index: number) => `203.0.113.${index}`, 8],
  ['the /64 networks of one /56', (index: number) => `2001:db8:0:${index.toString(16)}::1`, 2],
  ['the /56 networks of one /48', (index: number) => `2001:db8:0:${(index * 256).toString(16)}::1`, 8],
])('%s share a wider allowance', async (_, address, times) => {
  const { limiter } = open();
  const who = (index: number) => ({ address: address(index % 256), name: `${index}` });
  expect(await passed(limiter, 2000, who)).toBe(network.burst * times);
  expect(await wait(limiter, { address: far(1), name: 'other' })).toBe(0);
});

test('a request refused for one of its networks takes no token from the others', async () => {
  const { limiter } = open();
  await passed(limiter, 1000, (index) => ({ address: '2001:db8::1', name: `${index}` }));
  expect(await passed(limiter, 1000, (index) => ({ address: '2001:db8:0:1::1', name: `${index}` }))).toBe(
    network.burst,
  );
});

test('the slow lookup of the visitor is skipped for a network that has to wait', async () => {
  const { limiter } = open();
  const networks = networksOf('203.0.113.7');
  let asked = 0;
  const ask = () => limiter.wait('signIn', { networks, knownAs: async () => (asked++, null) });
  for (let times = 0; times < network.burst; times++) expect(await ask()).toBe(0);
  expect(asked).toBe(network.burst);
  expect(await ask()).toBeGreaterThan(0);
  expect(asked).toBe(network.burst);
});

test('one network has a smaller share of attempts at one account, and leaves other networks’ alone', async () => {
  const { limiter } = open();
  expect(await passed(limiter, 100, () => ({ address: '203.0.113.7' }))).toBe(both.burst);
  expect(await passed(limiter, 100, () => ({ address: far(1) }))).toBe(both.burst);
  expect(await wait(limiter, { address: '203.0.113.7', name: 'ben' })).toBe(0);
});

test.each([
  ['one /24', (index: number) => `203.0.113.${index % 256}`],
  ['one /56', (index: number) => `2001:db8:0:${(index % 256).toString(16)}::1`],
  ['one /48', (index: number) => `2001:db8:0:${((index * 256) % 65_536).toString(16)}::1`],
])('all networks of %s try one account twice as often as one of them, 606 times a day', async (_, address) => {
  const { limiter, clock } = open();
  expect(await passed(limiter, 256, (index) => ({ address: address(index) }))).toBe(both.burst * 2);
  let later = 0;
  for (let minute = 1; minute <= 24 * 60; minute++) {
    clock.now = minute * 60_000;
    later += await passed(limiter, 10, (index) => ({ address: address(minute * 10 + index) }));
  }
  expect(both.burst * 2 + later).toBe(606);
});

test('one network registers twenty times, then thirty times an hour', async () => {
  const { limiter, clock } = open();
  const networks = networksOf('203.0.113.7');
  const registered = async () => {
    const waits = await Promise.all(Array.from({ length: 100 }, () => limiter.wait('register', { networks })));
    return waits.filter((wait) => wait === 0);
  };
  expect(await registered()).toHaveLength(20);
  let later = 0;
  for (let minute = 1; minute <= 60; minute++) {
    clock.now = minute * 60_000;
    later += (await registered()).length;
  }
  expect(later).toBe(30);
});

test('strangers share an allowance, separate from that of known customers', async () => {
  const { limiter } = open();
  const who = (index: number) => ({ address: far(index), name: `account ${index}` });
  expect(await passed(limiter, 2000, who)).toBe(strangers.burst);
  expect(await wait(limiter, { address: far(9000), knownAs: 'ada' })).toBe(0);
  expect(await passed(limiter, 2000, (index) => ({ ...who(index), knownAs: `customer ${index}` }))).toBe(2000);
});

test('requests of known customers take nothing from the strangers’ allowance', async () => {
  const { limiter } = open();
  const who = (index: number) => ({ address: far(index), name: `account ${index}` });
  await passed(limiter, 2000, (index) => ({ ...who(index), knownAs: `customer ${index}` }));
  expect(await wait(limiter, { address: far(9000) })).toBe(0);
});

test('a customer whose cookie was copied to many networks has the share of one network, and is a stranger beyond it', async () => {
  const { limiter } = open();
  const who = (index: number) => ({ address: far(index), name: `account ${index}`, knownAs: 'ada' });
  expect(await passed(limiter, 2000, who)).toBe(network.burst + strangers.burst);
  expect(await wait(limiter, { address: far(9000) })).toBeGreaterThan(0);
  expect(await wait(limiter, { address: far(9000), name: 'ben', knownAs: 'ben' })).toBe(0);
});

test('requests that only the account’s owner can make are counted by account, over all networks', async () => {
  const { limiter } = open();
  const { burst } = POLICIES.ownPassword.key;
  const waits = await Promise.all(
    Array.from({ length: burst + 1 }, () => limiter.wait('ownPassword', { key: 'account 1' })),
  );
  expect(waits.map((wait) => wait > 0)).toEqual([...Array.from({ length: burst }, () => false), true]);
  expect(await limiter.wait('ownPassword', { key: 'account 2' })).toBe(0);
});

test('the wait is in whole seconds, and long enough', async () => {
  const { limiter, clock } = open();
  const who = { address: '203.0.113.7' };
  while ((await wait(limiter, who)) === 0);
  const seconds = await wait(limiter, who);
  expect(seconds).toBe(60 / both.perMinute);
  clock.now = seconds * 1000;
  expect(await wait(limiter, who)).toBe(0);
});

test('the limits can be widened, and switched off', async () => {
  const who = (index: number) => ({ address: '203.0.113.7', name: `${index}` });
  expect(await passed(open(3).limiter, 1000, who)).toBe(network.burst * 3);
  expect(await passed(open(0).limiter, 1000, who)).toBe(1000);
});
