import { describe, expect, test } from 'vitest';
import { passwordHash, replacePassword } from '#db/queries/accounts/accounts.ts';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { sqlIn } from '../../../db/folder.ts';
import { storedText } from '../../../db/stored-text.ts';
import { HOUR } from '../../bookings/site.ts';
import { ADA, BEN, openTown, tokenIn } from '../town.ts';

const ADA_IN = { email: ADA.email, password: ADA.password };
const DAY = 24 * HOUR;

describe('signing in', () => {
  test.each(['//evil.example', '/\\evil.example', '/.//evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (redirect) => {
      const town = openTown();
      await town.resident(ADA);
      expect(await town.person().call('signIn', { ...ADA_IN, redirect })).toMatchObject({ redirect: '/app' });
      const { location } = await town.person().post('signIn', { ...ADA_IN, redirect });
      expect(location).toBe('/app');
    },
  );

  test('takes the address however it is capitalised', async () => {
    const town = openTown();
    await town.resident({ ...ADA, email: 'Ada@Example.com' });
    expect(await town.person().call('signIn', { ...ADA_IN, email: ' aDA@exampLE.COM ' })).toMatchObject({
      status: 200,
    });
  });

  test('is refused with the same text for a wrong password and for an address without an account', async () => {
    const town = openTown();
    await town.resident(ADA);
    const wrong = await town.person().call('signIn', { ...ADA_IN, password: 'not the password' });
    const unknown = await town.person().call('signIn', { ...ADA_IN, email: 'nobody@example.com' });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, refusal: 'wrong-credentials' });
  });

  test('without script keeps the typed address and the redirect', async () => {
    const town = openTown();
    await town.resident(ADA);
    const redirect = '/app/profile';
    const ada = town.person();
    const { location, flash } = await ada.post('signIn', { ...ADA_IN, password: 'wrong', redirect });
    expect(location).toBe('/login?redirect=%2Fapp%2Fprofile');
    expect(flash).toMatchObject({ refusal: 'wrong-credentials', values: { email: [ADA.email], redirect: [redirect] } });
    expect(JSON.stringify(flash)).not.toContain('"wrong"');
    expect(await ada.post('signIn', { ...ADA_IN, redirect })).toMatchObject({ location: redirect, flash: null });
  });

  test('with an unconfirmed address sends the link again', async () => {
    const town = openTown();
    await town.resident(ADA);
    await town.person().call('register', BEN);
    await town.mailTo(BEN.email, 'Confirm');
    town.clock.advance(2 * 60_000);
    const { email, password } = BEN;
    expect(await town.person().call('signIn', { email, password })).toMatchObject({ refusal: 'wrong-credentials' });
    const { text } = await town.mailTo(BEN.email, 'Confirm');
    expect(await town.person().call('confirmEmail', { token: tokenIn(text), password })).toMatchObject({ status: 200 });
  });

  test('replaces a hash that was made at another cost', async () => {
    const town = openTown();
    await town.resident(ADA);
    const account = await town.idOf(ADA.email);
    const other = await hashPassword(ADA.password, { memory: 16, passes: 1, parallelism: 1 });
    const { store } = town;
    await store.write([replacePassword(store.db, account, (await passwordHash(store.db, account)) ?? '', other)]);
    expect(await town.person().call('signIn', ADA_IN)).toMatchObject({ status: 200 });
    expect(await passwordHash(town.store.db, account)).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await town.person().call('signIn', ADA_IN)).toMatchObject({ status: 200 });
  });
});

describe('a sign-in session', () => {
  test('lasts seven days from its last use', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    for (let time = 0; time < 3; time++) {
      town.clock.advance(7 * DAY - 1);
      expect(await ada.isSignedIn()).toBe(true);
    }
    town.clock.advance(7 * DAY);
    expect(await ada.isSignedIn()).toBe(false);
  });

  test('ends thirty days after signing in, used or not, and its cookie with it', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    for (let day = 1; day < 30; day++) {
      town.clock.advance(DAY);
      expect(await ada.isSignedIn()).toBe(true);
    }
    town.clock.advance(DAY / 2);
    const response = await ada.browser.request(rpcPath('session'));
    expect(response.headers.getSetCookie().join()).toMatch(/^session=.*; Max-Age=43200;/);
    town.clock.advance(DAY / 2 - 1);
    expect(await ada.isSignedIn()).toBe(true);
    town.clock.advance(1);
    expect(await ada.isSignedIn()).toBe(false);
  });

  test('gets a new token at each sign-in, and the old one is invalid', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const before = ada.browser.cookie('session') ?? '';
    await ada.call('signIn', ADA_IN);
    expect(ada.browser.cookie('session')).not.toBe(before);
    const thief = town.person();
    thief.browser.setCookie('session', before);
    expect(await thief.isSignedIn()).toBe(false);
    expect((await ada.profile()).sessions).toHaveLength(1);
  });

  test('is stored only as a hash, so that a stolen file gives no access', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await ada.call('forgotPassword', { email: ADA.email });
    const reset = tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
    const [, token = ''] = (ada.browser.cookie('session') ?? '').split('.');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(reset).toMatch(/^[\w-]{43}$/);
    const folder = town.config.dataFolder;
    const dump = storedText(folder);
    expect(dump).toContain(ADA.email);
    expect([token, reset, ADA.password].filter((secret) => dump.includes(secret))).toEqual([]);
    const kept = 'SELECT token FROM sign_ins UNION SELECT token FROM link_tokens';
    for (const { token: hash } of sqlIn<{ token: string }>(folder, kept)) {
      const thief = town.person();
      thief.browser.setCookie('session', hash);
      expect(await thief.isSignedIn()).toBe(false);
      expect((await thief.ask('resetLink', { token: hash })).body).toEqual({ email: null });
    }
  });

  test('is listed for its owner, who can end one or all others', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    town.clock.advance(HOUR);
    const phone = town.person();
    phone.browser.userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    await phone.call('signIn', ADA_IN);
    town.clock.advance(HOUR);
    const laptop = town.person();
    laptop.browser.userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
    await laptop.call('signIn', ADA_IN);
    const { sessions, lastSignInAt } = await laptop.profile();
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Windows', true],
      ['Safari on iPhone', false],
      ['Unknown device', false],
    ]);
    expect(lastSignInAt).toBe(town.clock.now() - HOUR);
    const id = sessions[1]?.id ?? '';
    expect(await laptop.call('endSession', { id })).toMatchObject({
      redirect: '/app/profile',
      notice: 'session-ended',
    });
    expect(await phone.isSignedIn()).toBe(false);
    expect(await laptop.call('endSession', { id })).toMatchObject({ status: 404, refusal: 'not-found' });
    expect(await laptop.call('endOtherSessions', {})).toMatchObject({ notice: 'other-sessions-ended' });
    expect([await ada.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, true]);
    const own = (await laptop.profile()).sessions[0]?.id ?? '';
    expect(await laptop.call('endSession', { id: own })).toMatchObject({ redirect: '/', notice: 'signed-out' });
    expect(await laptop.isSignedIn()).toBe(false);
  });

  test('cannot be ended by another account', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const id = (await ada.profile()).sessions[0]?.id ?? '';
    expect(await ben.call('endSession', { id })).toMatchObject({ status: 404 });
    expect(await ada.isSignedIn()).toBe(true);
  });
});
