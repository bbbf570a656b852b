/** Forms that were sent without script after their session had ended elsewhere. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pageOwnerField } from '#shared/account/page-owner.ts';
import { LIMITS } from '#shared/limits.ts';
import { RECORD_COOKIES, recordOf } from '../web/http/record-of.ts';
import { ADA, BEN, type Person, openTown, tokenIn } from './town.ts';

const PROFILE = { form: 'changeProfile', name: 'Ada R.', phone: '', address: '7 Long Lane', area: '' };
const LOGIN = '/login?redirect=%2Fapp%2Fprofile';

function credentials({ email, password }: typeof ADA) {
  return { form: 'signIn', email, password, redirect: '/app/profile' };
}

/** Sends the same form by a call. */
function scripted(who: typeof ADA) {
  const { form: _, ...input } = credentials(who);
  return input;
}

/** A customer's browser whose session was ended from another device while the profile was open. */
async function signedOut() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const owner = pageOwnerField(await ada.mark());
  const form = { ...PROFILE, [owner]: '' };
  await town.resident(BEN);
  const other = town.person();
  await other.call('signIn', { email: ADA.email, password: ADA.password });
  await other.call('endOtherSessions', {});
  return { town, ada, other, form, owner };
}

/** The decrypted contents of this browser's cookies. */
function jar({ browser }: Person): string {
  return [...RECORD_COOKIES, 'known', 'session'].map((name) => browser.cookie(name) ?? '').join(' ');
}

describe('values typed before the session ended', () => {
  test('are kept during sign-in, as its page says, and back in the form after it', async () => {
    const { ada, form } = await signedOut();
    const { location, flash } = await ada.post('changeProfile', form);
    expect(location).toBe(LOGIN);
    expect(flash).toMatchObject({ refusal: 'signed-out-kept', values: {} });
    expect(JSON.stringify(flash)).not.toContain('Long Lane');
    expect(jar(ada)).not.toContain('Long');

    const wrong = await ada.post('signIn', { ...credentials(ADA), password: 'not the password' });
    expect(wrong).toMatchObject({ location: LOGIN, flash: { refusal: 'wrong-credentials' } });
    expect(JSON.stringify(wrong.flash)).not.toContain('Long Lane');
    const right = await ada.post('signIn', credentials(ADA));
    expect(right.location).toBe('/app/profile');
    expect(right.flash).toMatchObject({
      refusal: 'signed-in-again',
      values: { name: ['Ada R.'], form: ['changeProfile'] },
    });
    expect(right.flash?.values['address']).toEqual(['7 Long Lane']);
    expect(await ada.browser.flashOn('/app/profile')).toEqual(right.flash);
    expect((await ada.profile()).name).toBe(ADA.name);
    expect((await ada.post('changeProfile', form)).flash).toMatchObject({ notice: 'profile-saved' });
    expect(await ada.browser.flashOn('/app/profile')).toBeNull();
  });

  test('are back after a sign-in by a call, too', async () => {
    const { ada, form } = await signedOut();
    await ada.post('changeProfile', form);
    expect(await ada.call('signIn', scripted(ADA))).toMatchObject({ redirect: '/app/profile' });
    expect((await ada.browser.flashOn('/app/profile'))?.values['address']).toEqual(['7 Long Lane']);
  });

  test('contain no password', async () => {
    const { ada, owner } = await signedOut();
    const typed = { form: 'changeEmail', [owner]: '', email: 'new@example.com', password: ADA.password };
    expect((await ada.post('changeEmail', typed)).location).toBe(LOGIN);
    const { flash } = await ada.post('signIn', credentials(ADA));
    expect(flash?.values).toEqual({ form: ['changeEmail'], email: ['new@example.com'] });
  });

  test.each(['a form', 'a script'])(
    'are shown to no other account that signs in there by %s, and are then removed',
    async (by) => {
      const { ada: browser, form } = await signedOut();
      await browser.post('changeProfile', form);
      if (by === 'a form') await browser.post('signIn', credentials(BEN));
      else await browser.call('signIn', scripted(BEN));
      expect(await browser.browser.flashOn('/app/profile')).toBeNull();
      await browser.call('signOut', {});
      expect(await browser.post('signIn', credentials(ADA))).toEqual({ location: '/app/profile', flash: null });
    },
  );

  test('belong to the page’s account, even after another account was signed in there', async () => {
    const { ada: browser, form } = await signedOut();
    const between = async () => {
      await browser.call('signIn', scripted(BEN));
      await browser.call('signOut', {});
      expect((await browser.post('changeProfile', form)).flash?.refusal).toBe('signed-out-kept');
    };
    await between();
    expect((await browser.post('signIn', credentials(BEN))).flash).toBeNull();
    await browser.call('signOut', {});
    await between();
    const { flash } = await browser.post('signIn', credentials(ADA));
    expect(flash?.values['address']).toEqual(['7 Long Lane']);
  });

  test('are kept while other pages are opened, including that for a forgotten password', async () => {
    const { ada, form } = await signedOut();
    await ada.post('changeProfile', form);
    for (const page of ['/pricing', '/forgot-password', '/app/profile', '/login']) await ada.browser.flashOn(page);
    expect((await ada.post('signIn', { ...credentials(ADA), redirect: '/app' })).flash).toBeNull();
    expect((await ada.browser.flashOn('/app/profile'))?.values['address']).toEqual(['7 Long Lane']);
  });

  test('are kept for ten minutes, which a wrong password does not prolong', async () => {
    const { town, ada, form, other } = await signedOut();
    for (const [seconds, isBack] of [
      [599, true],
      [600, false],
    ] as const) {
      await ada.post('changeProfile', form);
      town.clock.advance((seconds - 5) * 1000);
      await ada.post('signIn', { ...credentials(ADA), password: 'not the password' });
      town.clock.advance(5000);
      const { flash } = await ada.post('signIn', credentials(ADA));
      expect(flash?.refusal === 'signed-in-again').toBe(isBack);
      await other.call('endOtherSessions', {});
    }
  });

  test('are kept at the maximum length of the fields, in characters of several bytes', async () => {
    const { ada, form } = await signedOut();
    const letters = (count: number) =>
      Array.from(randomBytes(count), (byte, index) => String.fromCodePoint(0x4e00 + byte * 64 + index)).join('');
    const long = { ...form, name: letters(LIMITS.name), address: letters(LIMITS.address), area: 'Thousand Oaks' };
    expect((await ada.post('changeProfile', long)).flash?.refusal).toBe('signed-out-kept');
    expect((await ada.post('signIn', credentials(ADA))).flash?.values['address']).toEqual([long.address]);
  });

  test.each([
    ['does not say whose page it was', () => PROFILE],
    ['says it in another way than pages do', () => ({ ...PROFILE, [pageOwnerField('Ada; path=/')]: '' })],
    [
      'is longer than any name',
      (owner: string) => ({ ...PROFILE, [owner]: '', address: randomBytes(3000).toString('base64') }),
    ],
  ])('are not kept when the form %s, and the page says so', async (_, formOf) => {
    const { ada, owner } = await signedOut();
    const { location, flash } = await ada.post('changeProfile', formOf(owner));
    expect([location, flash?.refusal]).toEqual([LOGIN, 'signed-out']);
    expect((await ada.post('signIn', credentials(ADA))).flash).toBeNull();
  });
});

test('the values of a refused form are not shown to another account that signs in by a script', async () => {
  const { ada: browser, form } = await signedOut();
  await browser.call('signIn', scripted(ADA));
  const { flash } = await browser.post('changeProfile', { ...form, phone: 'none' });
  expect(flash).toMatchObject({ refusal: 'invalid', values: { address: ['7 Long Lane'] } });
  await browser.call('signIn', scripted(BEN));
  expect(await browser.browser.flashOn('/app/profile')).toBeNull();
});

test.each(['signOut', 'endSession', 'deleteAccount'] as const)(
  'the flash of a refused form and the kept values are deleted after %s by a call',
  async (command) => {
    const { town, ada: browser, form } = await signedOut();
    await browser.post('changeProfile', form);
    expect(recordOf(browser.browser, town).get('form')).not.toBeNull();
    await browser.call('signIn', scripted(BEN));
    await browser.post('changeProfile', { ...PROFILE, phone: 'none' });
    await browser.post('hold', { service: 'half-day', address: '7 Long Lane', notes: 'The key is under the mat' });
    expect((await browser.browser.flashOn('/book'))?.values['address']).toEqual(['7 Long Lane']);
    const { id = '' } = (await browser.profile()).sessions.find(({ isCurrent }) => isCurrent) ?? {};
    const inputs = { signOut: {}, endSession: { id }, deleteAccount: { password: BEN.password } };
    expect(await browser.call(command, inputs[command] as never)).toMatchObject({ status: 200 });
    for (const page of ['/book', '/app/profile', '/']) expect(await browser.browser.flashOn(page)).toBeNull();
    expect(recordOf(browser.browser, town).get('form')).toBeNull();
  },
);

describe('the token of a mailed link', () => {
  async function asked() {
    const { town, ada, other } = await signedOut();
    await other.call('changeEmail', { email: 'reyes@example.com', password: ADA.password });
    const token = tokenIn((await town.mailTo('reyes@example.com', 'Confirm')).text);
    return { town, ada, token };
  }

  test('is put into no other URL when the sender of its form is signed out', async () => {
    const { ada, token } = await asked();
    const { location, flash } = await ada.post('confirmEmail', { form: 'confirmEmail', token });
    expect(location).toBe('/login');
    expect(flash).toMatchObject({ refusal: 'signed-out-link', values: {} });
    expect(jar(ada)).not.toContain(token);
  });

  test('is put into no other URL when the sender is signed in to another account', async () => {
    const { town, token } = await asked();
    const ben = town.person();
    await ben.call('signIn', { email: BEN.email, password: BEN.password });
    const { location, flash } = await ben.post('confirmEmail', { form: 'confirmEmail', token });
    expect(location).toBe('/login?reset=session');
    expect(flash).toMatchObject({ refusal: 'signed-out-link', values: {} });
  });
});
