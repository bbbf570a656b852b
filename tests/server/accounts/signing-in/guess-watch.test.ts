import { expect, test } from 'vitest';
import { noticeSignInAttack } from '#events/account/account-changes.ts';
import { accountStream } from '#events/account/account.ts';
import { networksOf } from '#server/web/http/client-address.ts';
import { GuessWatch } from '#server/accounts/signing-in/guess-watch.ts';
import { POLICIES } from '#server/web/limits/policies.ts';
import { ADA, PASSWORD, Person, type Town, openTown, tokenIn } from '../town.ts';

const HOUR = 3_600_000;
const HOME = '203.0.113.7';

/** A client address that shares no network with that of another index. */
function far(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

function open(factor = 1) {
  const clock = { now: 0 };
  const watch = new GuessWatch({ factor, now: () => clock.now });
  const guess = (times: number, address: (index: number) => string) =>
    Array.from({ length: times }, (_, index) => watch.wrong('ada', networksOf(address(index))));
  return { clock, watch, guess };
}

test('fifty wrong passwords from ten networks count as an attack, once, for an hour', () => {
  const { clock, watch, guess } = open();
  expect(guess(49, (index) => far(index % 10))).not.toContain(true);
  expect([watch.wait('ada'), watch.wait('ben')]).toEqual([0, 0]);
  expect(guess(2, () => far(9))).toEqual([true, false]);
  expect([watch.wait('ada'), watch.wait('ben')]).toEqual([3600, 0]);
  clock.now = HOUR;
  expect(watch.wait('ada')).toBe(0);
  expect(guess(50, far)).toContain(true);
});

test('any number of guesses from the networks of one provider counts as no attack', () => {
  const { watch, guess } = open();
  guess(5000, (index) => `2001:db8:0:${index.toString(16)}::1`);
  guess(5000, (index) => `203.0.113.${index % 256}`);
  expect(watch.wait('ada')).toBe(0);
});

test('every hundredth wrong password of a day is reported, from any number of networks, and no browser is blocked', () => {
  const { clock, watch, guess } = open();
  const told = guess(250, () => HOME).flatMap((isTold, index) => (isTold ? [index + 1] : []));
  expect(told).toEqual([100, 200]);
  expect(watch.wait('ada')).toBe(0);
  clock.now = 24 * HOUR;
  expect(guess(99, () => HOME)).not.toContain(true);
  expect(guess(1, () => HOME)).toEqual([true]);
});

test('guesses older than an hour do not count', () => {
  const { clock, watch, guess } = open();
  guess(49, far);
  clock.now = HOUR;
  guess(49, far);
  expect(watch.wait('ada')).toBe(0);
});

test('without limits there is no attack', () => {
  const { watch, guess } = open(0);
  expect(guess(5000, far)).not.toContain(true);
  expect(watch.wait('ada')).toBe(0);
});

function signingIn(person: Person, password: string, email = ADA.email) {
  return person.call('signIn', { email, password, redirect: '' });
}

/** Fifty wrong passwords for an address, each from another network. */
async function attack(town: Town, email: string): Promise<void> {
  for (let index = 0; index < 50; index += 10) {
    const guessers = Array.from({ length: 10 }, (_, more) => new Person(town.visitor(far(index + more))));
    await Promise.all(guessers.map((guesser) => signingIn(guesser, 'not the password', email)));
  }
}

test('during an attack from many networks the owner signs in with a known browser, or by the link of one mail', async () => {
  const town = openTown();
  const known = await town.resident(ADA);
  await known.call('signOut', {});
  await attack(town, ADA.email);

  const laptop = new Person(town.visitor(HOME));
  expect(await signingIn(laptop, PASSWORD)).toMatchObject({ status: 429, refusal: 'sign-in-paused' });
  expect((await signingIn(known, PASSWORD)).status).toBe(200);

  const token = tokenIn((await town.mailTo(ADA.email, 'Someone is guessing your password')).text);
  const before = town.sent.length;
  expect(await laptop.call('makeBrowserKnown', { token })).toMatchObject({ status: 200, redirect: '/login' });
  expect(await laptop.isSignedIn()).toBe(false);
  expect((await signingIn(laptop, 'not the password')).status).toBe(401);
  expect((await signingIn(laptop, PASSWORD)).status).toBe(200);
  expect((await signingIn(new Person(town.visitor(HOME)), PASSWORD)).status).toBe(429);
  expect(town.sent).toHaveLength(before);
});

test('the owner gets a mail about a hundred wrong passwords from one network, and can still sign in with a new browser', async () => {
  const town = openTown();
  await town.resident(ADA);
  for (let time = 0; time < 99; time++) town.guessWatch.wrong(ADA.email, networksOf(far(0)));
  const guesser = new Person(town.visitor(far(0)));
  expect((await signingIn(guesser, 'not the password')).status).toBe(401);
  await town.mailTo(ADA.email, 'Someone is guessing your password');
  expect((await signingIn(new Person(town.visitor(HOME)), PASSWORD)).status).toBe(200);
});

test('the owner gets a mail about a hundred wrong passwords from a known browser, too', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  await ada.call('signOut', {});
  for (let time = 0; time < 99; time++) town.guessWatch.wrongAtHome(ADA.email);
  expect((await signingIn(ada, 'not the password')).status).toBe(401);
  await town.mailTo(ADA.email, 'Someone is guessing your password');
});

test('another known browser cannot use up the attempts of one that the mail has let in', async () => {
  const town = openTown();
  const shared = await town.resident(ADA);
  await shared.call('signOut', {});
  await attack(town, ADA.email);
  const { burst } = POLICIES.signInAgain.key;
  for (let time = 0; time < burst; time++) await signingIn(shared, 'not the password');
  expect((await signingIn(shared, PASSWORD)).status).toBe(429);

  const laptop = new Person(town.visitor(HOME));
  const token = tokenIn((await town.mailTo(ADA.email, 'Someone is guessing your password')).text);
  await laptop.call('makeBrowserKnown', { token });
  expect((await signingIn(laptop, PASSWORD)).status).toBe(200);
});

test('a new password makes other browsers unknown, but not this one', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const shared = new Person(town.visitor(far(0)));
  expect((await signingIn(shared, PASSWORD)).status).toBe(200);
  await shared.call('signOut', {});
  const password = 'a heron waits by the weir';
  await ada.call('changePassword', { current: PASSWORD, password });
  await ada.call('signOut', {});
  await attack(town, ADA.email);
  expect(await signingIn(shared, password)).toMatchObject({ status: 429, refusal: 'sign-in-paused' });
  expect((await signingIn(ada, password)).status).toBe(200);
});

test('a second attack within a day sends no mail, and a new password still lets a new browser in', async () => {
  const town = openTown();
  await town.resident(ADA);
  await town.store.change({
    streams: { account: accountStream(await town.idOf(ADA.email)) },
    decide: (states) => noticeSignInAttack(states, town.clock.now()),
    cause: { correlation: 'test' },
  });
  await town.mailTo(ADA.email, 'Someone is guessing your password');
  town.clock.advance(HOUR);
  await attack(town, ADA.email);
  const laptop = new Person(town.visitor(HOME));
  expect(await signingIn(laptop, PASSWORD)).toMatchObject({ status: 429, refusal: 'sign-in-paused' });

  expect((await laptop.call('forgotPassword', { email: ADA.email })).status).toBe(200);
  const token = tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
  const password = 'a heron waits by the weir';
  expect((await laptop.call('resetPassword', { token, password })).status).toBe(200);
  expect(await laptop.isSignedIn()).toBe(true);
  await laptop.call('signOut', {});
  expect((await signingIn(laptop, password)).status).toBe(200);
  expect(town.sent.filter(({ subject }) => subject === 'Someone is guessing your password')).toHaveLength(1);
});

test('an address without an account is paused with the same text, also without script, and gets no mail', async () => {
  const town = openTown();
  await town.resident(ADA);
  const before = town.sent.length;
  await attack(town, 'nobody@example.com');
  const person = new Person(town.visitor(HOME));
  expect(await signingIn(person, PASSWORD, 'nobody@example.com')).toMatchObject({
    status: 429,
    refusal: 'sign-in-paused',
  });
  const fields = { email: 'nobody@example.com', password: PASSWORD, redirect: '' };
  const { location, flash } = await person.post('signIn', fields);
  expect([location, flash?.refusal]).toEqual(['/login', 'sign-in-paused']);
  expect((await signingIn(person, PASSWORD)).status).toBe(200);
  expect(town.sent).toHaveLength(before);
});
