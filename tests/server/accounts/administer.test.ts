import { describe, expect, test } from 'vitest';
import { signInsOf } from '#db/queries/accounts/sign-ins.ts';
import { accountStream } from '#events/account/account.ts';
import { ADA, BEN, openTown } from './town.ts';

const EVE = { name: 'Eve Óslo', email: 'eve@example.com', password: 'four candles burn' };

const MINUTE = 60_000;

describe('an admin', () => {
  test.each([
    ['changeRole', { role: 'admin' }, 'user-made-admin'],
    ['changeRole', { role: 'user' }, 'user-made-plain'],
    ['setDisabled', { isDisabled: true }, 'user-disabled'],
    ['setDisabled', { isDisabled: false }, 'user-let-in'],
    ['signOutUser', {}, 'user-signed-out'],
    ['resendVerificationTo', {}, 'user-confirmed'],
  ] as const)('gets a notice of what %s %o did, and to which account', async (command, input, notice) => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.resident(BEN);
    const account = await town.idOf(BEN.email);
    expect(await ada.call(command, { account, ...input })).toMatchObject({ notice, whom: BEN.name });
    const fields = Object.entries(input).map(([name, value]) => [name, String(value)]);
    const { flash } = await ada.post(command, { account, ...Object.fromEntries(fields) });
    expect(flash).toMatchObject({ notice, whom: BEN.name });
  });

  test('an admin who requests the mail to an account too soon reads that none was sent', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.person().call('register', BEN);
    const account = await town.idOf(BEN.email);
    await town.mailTo(BEN.email, 'Confirm');
    const resend = () => ada.call('resendVerificationTo', { account });
    expect(await resend()).toMatchObject({ notice: 'user-just-sent-link' });
    town.clock.advance(2 * MINUTE);
    expect(await resend()).toMatchObject({ notice: 'user-sent-link' });
    expect(await resend()).toMatchObject({ notice: 'user-just-sent-link' });
    await ada.call('setDisabled', { account, isDisabled: true });
    town.clock.advance(2 * MINUTE);
    expect(await resend()).toMatchObject({ status: 409, refusal: 'cannot-sign-in' });
    expect(town.sent.filter(({ to }) => to === BEN.email)).toHaveLength(2);
  });

  test('appoints another admin, who has the rights after signing in again', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const account = await town.idOf(BEN.email);
    const answer = await ada.call('changeRole', { account, role: 'admin' });
    expect(answer).toEqual({ status: 200, redirect: '/app/admin/users', notice: 'user-made-admin', whom: BEN.name });
    expect(await ben.isSignedIn()).toBe(false);
    await ben.call('signIn', { email: BEN.email, password: BEN.password });
    expect((await ben.users()).status).toBe(200);
    expect((await ada.users({ role: 'admin' })).body.total).toBe(2);
  });

  test('cannot appoint an account with an unconfirmed address: no admin who can sign in might be left', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.person().call('register', BEN);
    const account = await town.idOf(BEN.email);
    const answer = await ada.call('changeRole', { account, role: 'admin' });
    expect(answer).toMatchObject({ status: 409, refusal: 'cannot-sign-in' });
    expect(await ada.call('deleteAccount', { password: ADA.password })).toMatchObject({ refusal: 'last-admin' });
  });

  test('who loses the role loses access with the next request', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const [adas, bens] = [await town.idOf(ADA.email), await town.idOf(BEN.email)];
    await ada.call('changeRole', { account: bens, role: 'admin' });
    await ben.call('signIn', { email: BEN.email, password: BEN.password });
    await ben.call('changeRole', { account: adas, role: 'user' });
    expect((await ada.users()).status).toBe(401);
    await ada.call('signIn', { email: ADA.email, password: ADA.password });
    expect((await ada.users()).status).toBe(403);
  });

  test('who resigns as admin stays signed in, with a new token', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.resident(BEN);
    await ada.call('changeRole', { account: await town.idOf(BEN.email), role: 'admin' });
    const before = ada.browser.cookie('session');
    await ada.call('changeRole', { account: await town.idOf(ADA.email), role: 'user' });
    expect((await ada.session()).user?.role).toBe('user');
    expect(ada.browser.cookie('session')).not.toBe(before);
  });

  test('and another admin who demote each other at once leave one admin', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const [adas, bens] = [await town.idOf(ADA.email), await town.idOf(BEN.email)];
    await ada.call('changeRole', { account: bens, role: 'admin' });
    await ben.call('signIn', { email: BEN.email, password: BEN.password });
    const answers = await Promise.all([
      ada.call('changeRole', { account: bens, role: 'user' }),
      ben.call('changeRole', { account: adas, role: 'user' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]));
    const rows = await town.store.db.selectFrom('users').select('role').where('role', '=', 'admin').execute();
    expect(rows).toHaveLength(1);
  });

  test('disables an account at once, and enables it again', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    const account = await town.idOf(BEN.email);
    const credentials = { email: BEN.email, password: BEN.password };
    const { location, flash } = await ada.post('setDisabled', { account, isDisabled: 'true' });
    expect(location).toBe('/app/admin/users');
    expect(flash).toMatchObject({ notice: 'user-disabled', whom: BEN.name });
    expect(await ben.isSignedIn()).toBe(false);
    expect(await ben.call('signIn', credentials)).toMatchObject({ status: 401, refusal: 'wrong-credentials' });
    expect((await ada.users({ search: 'ben' })).body.users).toMatchObject([{ isDisabled: true }]);
    await ada.post('setDisabled', { account, isDisabled: 'false' });
    expect(await ben.call('signIn', credentials)).toMatchObject({ status: 200 });
  });

  test('finds people by what they are called and reached by now, and no longer by what was before', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const found = async (search: string) => (await ada.users({ search })).body.users.map(({ name }) => name);
    expect(await found('ben')).toEqual([]);
    const ben = await town.resident(BEN);
    expect(await found('BEN i')).toEqual(['Ben Ito']);
    await ben.call('changeProfile', { name: 'Benedict Öster', phone: '', address: '', area: '' });
    expect(await found('ben ito')).toEqual([]);
    expect(await found('oster')).toEqual(['Benedict Öster']);
    expect(await found('BEN@')).toEqual(['Benedict Öster']);
    await town.store.rebuild(AbortSignal.timeout(60_000));
    expect(await found('oster')).toEqual(['Benedict Öster']);
    await ben.deletes(BEN.password);
    expect(await found('oster')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('who is the last admin can neither be demoted nor disabled', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const account = await town.idOf(ADA.email);
    for (const call of [
      () => ada.call('changeRole', { account, role: 'user' }),
      () => ada.call('setDisabled', { account, isDisabled: true }),
    ]) {
      expect(await call()).toMatchObject({ status: 409, refusal: 'last-admin' });
    }
    expect((await ada.session()).user?.role).toBe('admin');
  });

  test('whose change is refused signs no browser out', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const account = await town.idOf(ADA.email);
    const before = await signInsOf(town.store.db, account, town.clock.now());
    await ada.call('changeRole', { account, role: 'user' });
    await ada.call('setDisabled', { account, isDisabled: true });
    await ada.call('changeRole', { account, role: 'admin' });
    expect(await signInsOf(town.store.db, account, town.clock.now())).toEqual(before);
  });

  test('signs an account out everywhere, and sends it the link again', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    expect(await ada.call('signOutUser', { account: await town.idOf(BEN.email) })).toMatchObject({ status: 200 });
    expect(await ben.isSignedIn()).toBe(false);
    const by = await town.idOf(ADA.email);
    const last = async (email: string) => (await town.store.eventsOf(accountStream(await town.idOf(email)))).at(-1);
    expect(await last(BEN.email)).toMatchObject({ type: 'SignedOutEverywhere', data: { by } });
    await town.person().call('register', EVE);
    await town.mailTo(EVE.email, 'Confirm');
    town.clock.advance(2 * MINUTE);
    const resend = async () => ada.call('resendVerificationTo', { account: await town.idOf(EVE.email) });
    expect(await resend()).toMatchObject({ notice: 'user-sent-link', whom: EVE.name });
    await town.mailTo(EVE.email, 'Confirm');
    expect(await last(EVE.email)).toMatchObject({ type: 'VerificationRequested', data: { by } });
    for (const name of ['signOutUser', 'resendVerificationTo'] as const) {
      expect(await ada.call(name, { account: 'nobody' })).toMatchObject({ status: 404, refusal: 'not-found' });
    }
    expect(await ada.call('changeRole', { account: 'nobody', role: 'admin' })).toMatchObject({ status: 404 });
  });
});
