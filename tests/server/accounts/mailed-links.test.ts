import { describe, expect, test } from 'vitest';
import { MAIL_PAUSE_MS } from '#events/account-changes.ts';
import { mail } from '#server/workers/mail.ts';
import { HOUR, MINUTE } from '../bookings/site.ts';
import { run, until } from '../workers/run.ts';
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
  test('is answered alike for known and unknown addresses, and by mail only to those known', async () => {
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

  test('is replaced by a link, once, and every other device is signed out', async () => {
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

  test('is replaced once when two use the link at once', async () => {
    const town = openTown();
    await town.resident(ADA);
    const token = await resetToken(town);
    const passwords = [NEW, 'another password'];
    const answers = await Promise.all(
      passwords.map((password) => town.person().call('resetPassword', { token, password })),
    );
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 410]));
  });

  test('has an hour', async () => {
    const town = openTown();
    await town.resident(ADA);
    const token = await resetToken(town);
    town.clock.advance(HOUR - 1);
    expect((await town.person().ask('resetLink', { token })).body).toEqual({ email: ADA.email });
    town.clock.advance(1);
    expect(await town.person().call('resetPassword', { token, password: NEW })).toMatchObject({ status: 410 });
    expect(await signIn(town.person(), ADA.password)).toMatchObject({ status: 200 });
  });

  test('keeps its link when the new one is refused, also without script', async () => {
    const town = openTown();
    await town.resident(ADA);
    const token = await resetToken(town);
    const { location, flash } = await town.person().post('resetPassword', { token, password: 'password1234' });
    expect(location).toBe(`/reset-password?token=${token}`);
    expect(flash).toMatchObject({ refusal: 'invalid', values: {} });
    expect(flash?.fields['password']).toMatch(/first that are tried/);
    expect((await town.person().post('resetPassword', { token, password: NEW })).location).toBe('/app');
  });

  test('needs its token', async () => {
    const town = openTown();
    const answer = await town.person().call('resetPassword', { token: '', password: NEW });
    expect(answer.fields).toMatchObject({ token: 'Reset token is required' });
  });

  test('sends no second mail at once', async () => {
    const town = openTown();
    await town.resident(ADA);
    await resetToken(town);
    await town.person().call('forgotPassword', { email: ADA.email });
    town.clock.advance(2 * MINUTE);
    await resetToken(town);
    expect(town.sent.filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(2);
  });

  test('confirms the address too: who has the mailbox has the account', async () => {
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
  test('does nothing by being looked at', async () => {
    const town = openTown();
    await town.person().call('register', ADA);
    const token = tokenIn((await town.mailTo(ADA.email, 'Confirm')).text);
    const before = town.store.position;
    for (let time = 0; time < 3; time++) {
      expect((await town.person().ask('confirmation', { token })).body).toMatchObject({ kind: 'verify' });
    }
    expect(town.store.position).toBe(before);
  });

  test('asks no password of whoever is signed in already', async () => {
    const town = openTown();
    const ada = town.person();
    await ada.call('register', ADA);
    const token = tokenIn((await town.mailTo(ADA.email, 'Confirm')).text);
    expect((await ada.ask('confirmation', { token })).body).toMatchObject({ asksPassword: false });
    expect(await ada.call('confirmEmail', { token })).toMatchObject({ notice: 'email-verified' });
    expect(await ada.call('confirmEmail', { token })).toMatchObject({ status: 410, refusal: 'link-ended' });
    expect((await ada.session()).user).toMatchObject({ emailVerified: true });
  });

  test('that confirms an address has a day', async () => {
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

  test('holds although a crash after sending had it sent once more', async () => {
    const town = openTown();
    const ada = town.person();
    await ada.call('register', ADA);
    const first = await town.mailTo(ADA.email, 'Confirm');
    town.store.checkpoints.set('mail', 0);
    const { sent } = run(town, mail);
    await until(() => sent.length > 0);
    expect(sent[0]?.key).toBe(first.key);
    expect(tokenIn(sent[0]?.text ?? '')).not.toBe(tokenIn(first.text));
    expect(await ada.call('confirmEmail', { token: tokenIn(first.text) })).toMatchObject({ status: 200 });
  });
});

describe('another address', () => {
  const NEXT = 'ada.reyes@example.org';

  async function asked(town: Town, email = NEXT) {
    const ada = await town.resident(ADA);
    const answer = await ada.call('changeEmail', { email, password: ADA.password });
    return { ada, answer };
  }

  test('comes when both mailboxes have confirmed it', async () => {
    const town = openTown();
    const { ada, answer } = await asked(town);
    expect(answer).toMatchObject({ redirect: '/app/profile', notice: 'email-change-sent' });
    expect((await ada.profile()).emailChange).toEqual({ email: NEXT, confirmedBy: null, asksOld: true });
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new e-mail')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Is your e-mail address')).text);
    const nobody = town.person();
    expect((await nobody.ask('confirmation', { token: fresh })).body).toEqual({
      kind: 'change',
      side: 'new',
      email: NEXT,
      isLast: false,
    });
    expect(await ada.call('confirmEmail', { token: fresh })).toMatchObject({
      redirect: '/app/profile',
      notice: 'email-change-half',
    });
    expect(await ada.profile()).toMatchObject({ email: ADA.email, emailChange: { confirmedBy: 'new' } });
    expect((await nobody.ask('confirmation', { token: old })).body).toMatchObject({ side: 'old', isLast: true });
    expect(await nobody.call('confirmEmail', { token: old })).toMatchObject({
      redirect: '/login',
      notice: 'email-changed',
    });
    expect(await ada.profile()).toMatchObject({ email: NEXT, emailVerified: true, emailChange: null });
    await town.mailTo(ADA.email, 'Your e-mail address was changed');
    const { password } = ADA;
    expect(await town.person().call('signIn', { email: ADA.email, password })).toMatchObject({ status: 401 });
    expect(await town.person().call('signIn', { email: NEXT, password })).toMatchObject({ status: 200 });
    expect(await town.person().call('register', BEN)).toMatchObject({ status: 200 });
    expect(await town.resident({ ...BEN, email: ADA.email })).toBeDefined();
  });

  test('is not waited for once its links have ended, by a new password or by their age', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    await town.mailTo(NEXT, 'Confirm your new e-mail');
    await town.mailTo(ADA.email, 'Is your e-mail address');
    await ada.call('changePassword', { current: ADA.password, password: NEW });
    expect((await ada.profile()).emailChange).toBeNull();
    town.clock.advance(MAIL_PAUSE_MS.change);
    await ada.call('changeEmail', { email: NEXT, password: NEW });
    const token = tokenIn((await town.mailTo(NEXT, 'Confirm your new e-mail')).text);
    await town.mailTo(ADA.email, 'Is your e-mail address');
    town.clock.advance(DAY - 1);
    expect((await ada.profile()).emailChange).toMatchObject({ email: NEXT });
    town.clock.advance(1);
    expect((await ada.profile()).emailChange).toBeNull();
    expect((await ada.ask('confirmation', { token })).body).toBeNull();
  });

  test('can be withdrawn, by script and by form, and then no link moves the account', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new e-mail')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Is your e-mail address')).text);
    const withdrawn = { redirect: '/app/profile', notice: 'email-change-withdrawn' };
    expect(await ada.call('withdrawEmailChange', {})).toMatchObject(withdrawn);
    expect(await ada.profile()).toMatchObject({ email: ADA.email, emailChange: null });
    for (const token of [fresh, old]) {
      expect((await ada.ask('confirmation', { token })).body).toBeNull();
      expect(await ada.call('confirmEmail', { token })).toMatchObject({ status: 410, refusal: 'link-ended' });
    }
    const posted = await ada.post('withdrawEmailChange', {});
    expect([posted.location, posted.flash?.notice]).toEqual(['/app/profile', 'email-change-withdrawn']);
    expect(await town.person().call('withdrawEmailChange', {})).toMatchObject({ status: 401 });
  });

  test('takes the password, and is not the one it is already', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const wrong = await ada.call('changeEmail', { email: NEXT, password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, fields: { password: 'The password is wrong.' } });
    const same = await ada.call('changeEmail', { email: 'ADA@example.com', password: ADA.password });
    expect(same).toMatchObject({ status: 422, fields: { email: 'This is your address already.' } });
  });

  test('is confirmed for an account by nobody but its owner: who has the mailbox may not know whose account it is', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const token = tokenIn((await town.mailTo(NEXT, 'Confirm your new e-mail')).text);
    const { location } = await town.person().post('confirmEmail', { token });
    expect(location).toBe('/login');
    const ben = await town.resident(BEN);
    expect(await ben.call('confirmEmail', { token })).toMatchObject({ status: 403, refusal: 'not-allowed' });
    expect(await ada.call('confirmEmail', { token })).toMatchObject({ notice: 'email-change-half' });
  });

  test('that is somebody else’s gets a warning, and whoever asks cannot tell', async () => {
    const town = openTown();
    const ben = await town.resident(BEN);
    const { ada, answer } = await asked(town, BEN.email);
    expect(answer).toEqual({ status: 200, redirect: '/app/profile', notice: 'email-change-sent' });
    await town.mailTo(BEN.email, 'Somebody tried to use your e-mail address');
    const old = tokenIn((await town.mailTo(ADA.email, 'Is your e-mail address')).text);
    expect(await ada.call('confirmEmail', { token: old })).toMatchObject({ notice: 'email-change-half' });
    expect((await ben.profile()).email).toBe(BEN.email);
    expect(town.sent.filter(({ subject }) => subject.startsWith('Confirm your new'))).toEqual([]);
  });

  test('is not said to be on its way when no mail went out: another try waits two minutes', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const again = { email: 'ada.r@example.org', password: ADA.password };
    expect(await ada.call('changeEmail', { ...again, email: NEXT })).toMatchObject({ notice: 'email-change-sent' });
    expect(await ada.call('changeEmail', again)).toMatchObject({ status: 429, refusal: 'too-many' });
    expect((await ada.profile()).emailChange?.email).toBe(NEXT);
    town.clock.advance(MAIL_PAUSE_MS.change);
    expect(await ada.call('changeEmail', again)).toMatchObject({ notice: 'email-change-sent' });
    expect((await ada.profile()).emailChange?.email).toBe(again.email);
  });

  test('that was taken meanwhile is not to be had', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new e-mail')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Is your e-mail address')).text);
    await town.person().call('register', { ...BEN, email: NEXT });
    await ada.call('confirmEmail', { token: old });
    expect(await ada.call('confirmEmail', { token: fresh })).toMatchObject({ status: 409, refusal: 'address-taken' });
    expect((await ada.profile()).email).toBe(ADA.email);
  });
});
