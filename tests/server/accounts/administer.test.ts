import { describe, expect, test } from 'vitest';
import { accountStream } from '#events/account/account.ts';
import { ADA, BEN, openTown } from './town.ts';

const EVE = { name: 'Eve Óslo', email: 'eve@example.com', password: 'four candles burn' };

const MINUTE = 60_000;

describe('an admin', () => {
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
    const [done, refused] = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(done).toBe(200);
    // Whose request comes after the other's commit is signed out by it.
    expect([401, 403]).toContain(refused);
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
