import { describe, expect, inject, test } from 'vitest';
import { sqlIn } from '../../db/folder.ts';
import { openSite } from '../bookings/site.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, PASSWORD, openTown, tokenIn } from './town.ts';

/** Of twenty passwords two are hashed at once, sixteen wait, and the others are refused, unless PostgreSQL delays some requests. */
const REFUSED: unknown = inject('postgres') === undefined ? 2 : expect.toSatisfy((count) => Number(count) <= 2);

describe('the first account', () => {
  test('is the owner’s: an admin, signed in at once, also before the address is confirmed', async () => {
    const town = openTown();
    const ada = town.person();
    expect((await ada.ask('firstUser')).body).toEqual({ isFirst: true, asksSetupToken: false });
    expect(await ada.call('register', ADA)).toEqual({ status: 200, redirect: '/app', notice: null });
    const { name, email } = ADA;
    expect(await ada.session()).toEqual({
      authenticated: true,
      user: {
        formToken: expect.stringMatching(/^[\w-]{16}$/),
        name,
        email,
        role: 'admin',
        emailVerified: false,
        createdAt: town.clock.now(),
      },
    });
    expect((await ada.ask('firstUser')).body).toEqual({ isFirst: false, asksSetupToken: false });
    await ada.call('signOut', {});
    expect(await ada.isSignedIn()).toBe(false);
    expect(await ada.call('signIn', ADA_IN)).toMatchObject({ status: 200, redirect: '/app' });
  });

  test('is one for any number of simultaneous registrations', async () => {
    const town = openTown();
    const people = Array.from({ length: 20 }, (_, index) => ({ ...ADA, email: `ada${index}@example.com` }));
    const answers = await Promise.all(people.map((each) => town.person().call('register', each)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toEqual(REFUSED);
    for (const each of refused) expect(each).toMatchObject({ status: 503, refusal: 'busy' });
    const sentAway = people.filter((_, index) => answers[index]?.status === 503);
    const later = await Promise.all(sentAway.map((each) => town.person().call('register', each)));
    expect(later).toEqual(sentAway.map(() => ({ status: 200, redirect: '/register', notice: 'registered' })));
    expect(answers.filter(({ redirect }) => redirect === '/app')).toHaveLength(1);
    const rows = await town.store.db.selectFrom('users').select(['email', 'role']).execute();
    expect(rows.filter(({ role }) => role === 'admin')).toHaveLength(1);
    expect(new Set(rows.map(({ email }) => email))).toEqual(new Set(people.map(({ email }) => email)));
  });

  test('must carry the setup token when there is one, and later ones need none', async () => {
    const SETUP_TOKEN = 'a token of the owner';
    const town = openTown(() => openSite(undefined, { SETUP_TOKEN }));
    const ada = town.person();
    expect((await ada.ask('firstUser')).body).toEqual({ isFirst: true, asksSetupToken: true });
    for (const setupToken of [undefined, 'a token of others']) {
      const refused = await ada.call('register', { ...ADA, ...(setupToken !== undefined && { setupToken }) });
      expect(refused).toMatchObject({ status: 422, refusal: 'invalid', fields: { setupToken: /SETUP_TOKEN/ } });
    }
    expect(await ada.call('register', { ...ADA, setupToken: SETUP_TOKEN })).toMatchObject({ redirect: '/app' });
    expect(await town.person().call('register', BEN)).toMatchObject({ status: 200, notice: 'registered' });
  });
});

const ADA_IN = { email: ADA.email, password: PASSWORD };
const BEN_IN = { email: BEN.email, password: BEN.password };

describe('every other account', () => {
  test('begins with a mail to its address, and signs no visitor in before that is confirmed', async () => {
    const town = openTown();
    await town.resident(ADA);
    const ben = town.person();
    expect(await ben.call('register', BEN)).toEqual({ status: 200, redirect: '/register', notice: 'registered' });
    expect(await ben.isSignedIn()).toBe(false);
    expect(await ben.call('signIn', BEN_IN)).toMatchObject({ status: 401, refusal: 'wrong-credentials' });
    const { text } = await town.mailTo(BEN.email, 'Confirm your email address');
    const token = tokenIn(text);
    expect((await ben.ask('confirmation', { token })).body).toEqual({
      kind: 'verify',
      email: BEN.email,
      asksPassword: true,
    });
    expect(await ben.call('confirmEmail', { token, password: 'not the password' })).toMatchObject({
      status: 422,
      fields: { password: 'The password is wrong.' },
    });
    const confirmed = await ben.call('confirmEmail', { token, password: BEN.password });
    expect(confirmed).toEqual({ status: 200, redirect: '/app', notice: 'email-verified' });
    expect((await ben.session()).user).toMatchObject({ role: 'user', emailVerified: true });
    expect(await town.person().call('signIn', BEN_IN)).toMatchObject({ status: 200 });
  });

  test('gets the same response if the address is known, and another mail', async () => {
    const town = openTown();
    await town.resident(ADA);
    await town.resident(BEN);
    const stranger = { name: 'Somebody', email: 'BEN@Example.com', password: 'another password' };
    const known = await town.person().call('register', stranger);
    const fresh = await town.person().call('register', { ...stranger, email: 'new@example.com' });
    expect(known).toEqual(fresh);
    const { text } = await town.mailTo(BEN.email, 'Someone tried to use your email address');
    expect(text).toContain('You already have an account');
    expect(tokenIn(text)).toBe('');
    expect(await town.person().call('signIn', { ...BEN_IN, password: stranger.password })).toMatchObject({
      status: 401,
    });
    expect(await town.person().call('signIn', BEN_IN)).toMatchObject({ status: 200 });
  });

  test('is created once when two visitors register one address at once', async () => {
    const town = openTown();
    await town.resident(ADA);
    const answers = await Promise.all([1, 2, 3].map(() => town.person().call('register', BEN)));
    expect(answers.map(({ notice }) => notice)).toEqual(['registered', 'registered', 'registered']);
    const rows = await town.store.db.selectFrom('users').selectAll().where('email', '=', BEN.email).execute();
    expect(rows).toHaveLength(1);
    // A mail to another address is sent after all that were due before it.
    await town.person().call('register', { ...BEN, email: 'last@example.com' });
    await town.mailTo('last@example.com', 'Confirm');
    expect(town.sent.filter(({ to }) => to === BEN.email)).toHaveLength(1);
  });
});

describe('the form', () => {
  test.each([
    ['a short password', { password: 'nine char' }, 'password', /at least 10/],
    ['a long password', { password: 'x'.repeat(257) }, 'password', /at most 256/],
    ['a common password', { password: 'PassWord123' }, 'password', /too easy to guess/],
    ['the name of the new customer', { password: 'ada reyes 1987' }, 'password', /too easy to guess/],
    ['the name of the business', { password: 'Halfday Handyman' }, 'password', /too easy to guess/],
    ['an address with accents', { email: 'zoë@example.com' }, 'email', /without accents/],
    ['no name', { name: ' ' }, 'name', /your name/],
  ])(
    'refuses %s beside its field, and keeps the typed values except the password',
    async (_, change, field, message) => {
      const town = openTown();
      const typed = { ...ADA, ...change };
      const { location, flash } = await town.person().post('register', typed);
      expect(location).toBe('/register');
      expect(flash?.refusal).toBe('invalid');
      expect(flash?.fields[field]).toMatch(message);
      expect(flash?.values).toEqual({ name: [typed.name], email: [typed.email] });
      expect(await town.store.db.selectFrom('users').selectAll().execute()).toEqual([]);
    },
  );

  test('without script is answered with a page that shows the address, until it is left', async () => {
    const town = openTown();
    await town.resident(ADA);
    const ben = town.person();
    const { location, flash } = await ben.post('register', BEN);
    expect(location).toBe('/register');
    expect(flash).toMatchObject({ refusal: null, notice: 'registered', values: { email: [BEN.email] } });
    expect(await ben.browser.flashOn('/register')).toBeNull();
  });
});

test('the log contains no secret or personal data of an account', async () => {
  const town = openTown();
  await town.resident(ADA);
  await town.person().call('forgotPassword', { email: ADA.email });
  const { text } = await town.mailTo(ADA.email, 'Choose a new password');
  await until(() => town.sent.length >= 2);
  const rows = sqlIn(town.config.dataFolder, 'SELECT * FROM events');
  const log = JSON.stringify(rows);
  const secrets = [ADA.name, ADA.email, ADA.password, tokenIn(text), 'argon2'];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(town.lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});
