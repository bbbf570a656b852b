import { describe, expect, test } from 'vitest';
import { HOUR } from '../bookings/site.ts';
import { ADA, BEN, type Person, type Town, openTown, tokenIn } from './town.ts';

const NEW = 'eleven green bottles';
const DAY = 24 * HOUR;

async function resetToken(town: Town): Promise<string> {
  await town.person().call('forgotPassword', { email: ADA.email });
  return tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
}

function signIn(person: Person, password: string) {
  return person.call('signIn', { email: ADA.email, password });
}

describe('a forgotten password', () => {
  test('gets the same response for known and unknown addresses, and a mail only for known ones', async () => {
    const town = openTown();
    await town.resident(ADA);
    const known = await town.person().post('forgotPassword', { email: ADA.email });
    const unknown = await town.person().post('forgotPassword', { email: 'nobody@example.com' });
    expect(known.location).toBe('/forgot-password');
    expect(known.flash).toMatchObject({ notice: 'reset-sent', refusal: null });
    expect({ ...unknown.flash, values: {} }).toEqual({ ...known.flash, values: {} });
    await town.mailTo(ADA.email, 'Choose a new password');
    expect(town.sent.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  test('is replaced by a link once, and every other device is signed out', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const token = await resetToken(town);
    const other = town.person();
    expect((await other.ask('resetLink', { token })).body).toEqual({ email: ADA.email });
    const answer = await other.call('resetPassword', { token, password: NEW });
    expect(answer).toEqual({ status: 200, redirect: '/app', notice: 'password-reset' });
    expect([await ada.isSignedIn(), await other.isSignedIn()]).toEqual([false, true]);
    expect((await other.ask('resetLink', { token })).body).toEqual({ email: null });
    const again = await town.person().call('resetPassword', { token, password: 'another password' });
    expect(again).toMatchObject({ status: 410, refusal: 'link-ended' });
    expect(await signIn(town.person(), ADA.password)).toMatchObject({ status: 401 });
    expect(await signIn(town.person(), NEW)).toMatchObject({ status: 200 });
    await town.mailTo(ADA.email, 'Your password was changed');
  });

  test('has a link that is valid for an hour', async () => {
    const town = openTown();
    await town.resident(ADA);
    const token = await resetToken(town);
    town.clock.advance(HOUR - 1);
    expect((await town.person().ask('resetLink', { token })).body).toEqual({ email: ADA.email });
    town.clock.advance(1);
    expect(await town.person().call('resetPassword', { token, password: NEW })).toMatchObject({ status: 410 });
    expect(await signIn(town.person(), ADA.password)).toMatchObject({ status: 200 });
  });

  test('keeps its link valid if the new one is refused, also without script', async () => {
    const town = openTown();
    await town.resident(ADA);
    const token = await resetToken(town);
    const { location, flash } = await town.person().post('resetPassword', { token, password: 'password1234' });
    expect(location).toBe(`/reset-password?token=${token}`);
    expect(flash).toMatchObject({ refusal: 'invalid', values: {} });
    expect(flash?.fields['password']).toMatch(/too easy to guess/);
    expect((await town.person().post('resetPassword', { token, password: NEW })).location).toBe('/app');
  });

  test('requires the token', async () => {
    const town = openTown();
    const answer = await town.person().call('resetPassword', { token: '', password: NEW });
    expect(answer.fields).toMatchObject({ token: 'Reset token is required' });
  });

  test('confirms the address too: the owner of the mailbox owns the account', async () => {
    const town = openTown();
    await town.resident(ADA);
    await town.person().call('register', BEN);
    await town.person().call('forgotPassword', { email: BEN.email });
    const token = tokenIn((await town.mailTo(BEN.email, 'Choose a new password')).text);
    const ben = town.person();
    await ben.call('resetPassword', { token, password: NEW });
    expect((await ben.session()).user).toMatchObject({ emailVerified: true });
  });
});

describe('a link of a mail', () => {
  test('changes nothing when it is opened', async () => {
    const town = openTown();
    await town.person().call('register', ADA);
    const token = tokenIn((await town.mailTo(ADA.email, 'Confirm')).text);
    const before = town.store.position;
    for (let time = 0; time < 3; time++) {
      expect((await town.person().ask('confirmation', { token })).body).toMatchObject({ kind: 'verify' });
    }
    expect(town.store.position).toBe(before);
  });

  test('that confirms an address is valid for a day', async () => {
    const town = openTown();
    const ada = town.person();
    await ada.call('register', ADA);
    const token = tokenIn((await town.mailTo(ADA.email, 'Confirm')).text);
    town.clock.advance(DAY);
    expect((await ada.ask('confirmation', { token })).body).toBeNull();
    expect(await ada.call('confirmEmail', { token })).toMatchObject({ status: 410 });
    expect(await ada.call('resendVerification', {})).toMatchObject({ notice: 'verification-sent' });
    const fresh = tokenIn((await town.mailTo(ADA.email, 'Confirm')).text);
    expect(await ada.call('confirmEmail', { token: fresh })).toMatchObject({ status: 200 });
  });
});

test.each(['', 'bogus', 'x'.repeat(1000)])('a link that this site did not issue gives no access: %#', async (token) => {
  const visitor = openTown().person();
  expect(await visitor.ask('resetLink', { token })).toEqual({ status: 200, body: { email: null } });
  expect(await visitor.ask('confirmation', { token })).toEqual({ status: 200, body: null });
});
