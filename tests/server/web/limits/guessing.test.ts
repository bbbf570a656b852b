import { expect, test } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { ADA, BEN, PASSWORD, Person, openTown, tokenIn } from '../../accounts/town.ts';

const { networkAndSubject: both, network } = POLICIES.signIn;
const { key } = POLICIES.signInAgain;
const HOME = '203.0.113.7';
const ATTACKER = '198.51.100.7';

function signingIn(password: string, email = ADA.email) {
  return { email, password, redirect: '' };
}

/** Wrong passwords for an account, all from one network. */
async function guess(town: ReturnType<typeof openTown>, times: number, email?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) {
    const guesser = new Person(town.visitor(ATTACKER));
    statuses.push((await guesser.call('signIn', signingIn('not the password', email))).status);
  }
  return statuses;
}

test.each(['an account', 'an address without an account'])(
  'the guesses of one network at %s are limited',
  async (what) => {
    const town = openTown();
    if (what === 'an account') await town.resident(ADA);
    const statuses = await guess(town, both.burst + 3);
    expect(statuses).toEqual([...Array.from({ length: both.burst }, () => 401), 429, 429, 429]);
  },
);

test('meanwhile the owner signs in with a new browser, and can request a new password', async () => {
  const town = openTown();
  await town.resident(ADA);
  const attacker = new Person(town.visitor(ATTACKER));
  for (let time = 0; time < 22; time++) await attacker.call('signIn', signingIn('not the password'));
  for (let time = 0; time < 22; time++) await attacker.call('forgotPassword', { email: ADA.email });
  expect((await attacker.call('forgotPassword', { email: ADA.email })).status).toBe(429);
  const owner = () => new Person(town.visitor(HOME));
  expect((await owner().call('signIn', signingIn(PASSWORD))).status).toBe(200);
  expect((await owner().call('forgotPassword', { email: ADA.email })).status).toBe(200);
});

test("the owner in the attacker's own network gets in, with the browser that they used before", async () => {
  const town = openTown();
  const owner = new Person(town.visitor(ATTACKER));
  await town.resident(ADA);
  expect((await owner.call('signIn', signingIn(PASSWORD))).status).toBe(200);
  await owner.call('signOut', {});
  expect((await guess(town, both.burst)).at(-1)).toBe(429);
  expect((await owner.call('signIn', signingIn(PASSWORD))).status).toBe(200);
});

test.each(['confirmed the address', 'chose a new password', 'made the first account'])(
  'so does the owner with the browser in which they %s',
  async (how) => {
    const town = openTown();
    const owner = new Person(town.visitor(ATTACKER));
    let password = PASSWORD;
    if (how === 'made the first account') await owner.call('register', ADA);
    else await town.resident(ADA);
    if (how === 'chose a new password') {
      await owner.call('forgotPassword', { email: ADA.email });
      password = 'a heron waits by the weir';
      const token = tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
      await owner.call('resetPassword', { token, password });
    }
    if (how === 'confirmed the address') {
      await town.person().call('register', BEN);
      const token = tokenIn((await town.mailTo(BEN.email, 'Confirm your email address')).text);
      await owner.call('confirmEmail', { token, password: BEN.password });
    }
    const mine = how === 'confirmed the address' ? BEN : { email: ADA.email, password };
    expect((await guess(town, both.burst + 1, mine.email)).at(-1)).toBe(429);
    expect((await owner.call('signIn', signingIn(mine.password, mine.email))).status).toBe(200);
  },
);

test('the cookie of a known browser reveals nothing of the account, and differs by browser', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const laptop = town.person();
  await laptop.call('signIn', signingIn(PASSWORD));
  const cookies = [ada, laptop].map(({ browser }) => decodeURIComponent(browser.cookie('known') ?? ''));
  const [first = '', second = ''] = cookies.map((cookie) => cookie.split('.')[1]);
  expect(first).not.toBe(second);
  const account = await town.idOf(ADA.email);
  for (const text of [...cookies, ...cookies.map((cookie) => Buffer.from(cookie, 'base64url').toString('latin1'))]) {
    expect(text).not.toContain(account);
    expect(text).not.toContain(ADA.email);
  }
  await laptop.call('signOut', {});
  await laptop.call('signIn', signingIn(PASSWORD));
  expect(decodeURIComponent(laptop.browser.cookie('known') ?? '').split('.')[1]).toBe(second);
});

test('all known browsers of one account share its attempts, and those of one network are limited', async () => {
  const town = openTown();
  await town.resident(ADA);
  const statuses: number[] = [];
  for (let index = 0; index <= key.burst; index++) {
    const browser = new Person(town.visitor(`10.${index}.0.1`));
    await browser.call('signIn', signingIn(PASSWORD));
    statuses.push((await browser.call('signIn', signingIn('a guess', 'ben@example.com'))).status);
  }
  expect(statuses).toEqual([...Array.from({ length: key.burst }, () => 401), 429]);
  expect(POLICIES.signInAgain.network.burst).toBeLessThanOrEqual(network.burst);
});

test('the browser of a deleted account is no longer known', async () => {
  const town = openTown();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  await ben.call('deleteAccount', { password: BEN.password });
  expect([ben.browser.cookie('known'), ben.browser.cookie('session')]).toEqual([undefined, undefined]);
});

test('a known browser of one account has no extra attempts at another', async () => {
  const town = openTown();
  const person = new Person(town.visitor(HOME));
  await town.resident(ADA);
  await person.call('signIn', signingIn(PASSWORD));
  const other = 'ben@example.com';
  for (let index = 0; index < key.burst; index++) await person.call('signIn', signingIn('guess', other));
  expect((await person.call('signIn', signingIn('guess', other))).status).toBe(429);
});

test('the attempts of one network are limited over all accounts', async () => {
  const town = openTown();
  const statuses: number[] = [];
  for (let index = 0; index <= network.burst; index++) {
    const person = new Person(town.visitor(HOME));
    statuses.push((await person.call('signIn', signingIn('a guess', `${index}@example.com`))).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
});

test('password requests of one network for one address are limited, known or not', async () => {
  const town = openTown();
  await town.resident(ADA);
  const { burst } = POLICIES.forgotPassword.networkAndSubject;
  for (const email of [ADA.email, 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let index = 0; index <= burst; index++) {
      statuses.push((await new Person(town.visitor(ATTACKER)).call('forgotPassword', { email })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: burst }, () => 200), 429]);
  }
});

test('a visitor with too many attempts without script is led back to the form, without the password', async () => {
  const town = openTown();
  const person = new Person(town.visitor(HOME));
  for (let index = 0; index < key.burst; index++) await person.call('signIn', signingIn('a guess'));
  const { location, flash } = await person.post('signIn', signingIn('a guess'));
  expect(location).toBe('/login');
  expect(flash).toMatchObject({ refusal: 'too-many', values: { email: [ADA.email] } });
  expect(flash?.retryAfter).toBeGreaterThan(0);
  expect(JSON.stringify(flash)).not.toContain('a guess');
});
