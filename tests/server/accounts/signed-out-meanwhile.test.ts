import { describe, expect, test } from 'vitest';
import { ADA, BEN, type Person, openTown, tokenIn } from './town.ts';

/** Forms that were sent without script after their session had ended elsewhere. */

const PROFILE = { form: 'changeProfile', name: 'Ada R.', phone: '', address: '7 Long Lane', area: '' };
const LOGIN = '/login?redirect=%2Fapp%2Fprofile';

function credentials({ email, password }: typeof ADA) {
  return { form: 'signIn', email, password, redirect: '/app/profile' };
}

/** Somebody's browser whose session was ended from another device. */
async function signedOut() {
  const town = openTown();
  const ada = await town.resident(ADA);
  await town.resident(BEN);
  const other = town.person();
  await other.call('signIn', { email: ADA.email, password: ADA.password });
  await other.call('endOtherSessions', {});
  return { town, ada, other };
}

/** Everything that this browser was given to keep, as far as it can be read. */
function jar({ browser }: Person): string {
  return ['flash0', 'flash1', 'flash2', 'known', 'session'].map((name) => browser.cookie(name) ?? '').join(' ');
}

describe('what was typed', () => {
  test('waits behind the sign-in page, which says so, and is back in its form after signing in', async () => {
    const { ada } = await signedOut();
    const { location, flash } = await ada.post('changeProfile', PROFILE);
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
    expect((await ada.profile()).name).toBe(ADA.name);
    expect((await ada.post('changeProfile', PROFILE)).flash).toMatchObject({ notice: 'profile-saved' });
  });

  test('is back when the sign-in was sent by a script, too', async () => {
    const { ada } = await signedOut();
    await ada.post('changeProfile', PROFILE);
    const { form: _, ...input } = credentials(ADA);
    expect(await ada.call('signIn', input)).toMatchObject({ redirect: '/app/profile' });
    expect((await ada.browser.flashOn('/app/profile'))?.values['address']).toEqual(['7 Long Lane']);
  });

  test('holds no password', async () => {
    const { ada } = await signedOut();
    const typed = { form: 'changeEmail', email: 'new@example.com', password: ADA.password };
    expect((await ada.post('changeEmail', typed)).location).toBe(LOGIN);
    const { flash } = await ada.post('signIn', credentials(ADA));
    expect(flash?.values).toEqual({ form: ['changeEmail'], email: ['new@example.com'] });
  });

  test('is for nobody else who signs in there, and then gone for good', async () => {
    const { ada: browser } = await signedOut();
    await browser.post('changeProfile', PROFILE);
    expect(await browser.post('signIn', credentials(BEN))).toEqual({ location: '/app/profile', flash: null });
    await browser.call('signOut', {});
    expect(await browser.post('signIn', credentials(ADA))).toEqual({ location: '/app/profile', flash: null });
  });

  test('goes when another page is opened, and after ten minutes', async () => {
    const { town, ada, other } = await signedOut();
    await ada.post('changeProfile', PROFILE);
    await ada.browser.flashOn('/pricing');
    expect((await ada.post('signIn', credentials(ADA))).flash).toBeNull();
    await other.call('endOtherSessions', {});
    await ada.post('changeProfile', PROFILE);
    town.clock.advance(600_000);
    expect((await ada.post('signIn', credentials(ADA))).flash).toBeNull();
  });

  test('is not kept where nobody was signed in before, and that is said', async () => {
    const { town } = await signedOut();
    const stranger = town.person();
    const { location, flash } = await stranger.post('changeProfile', PROFILE);
    expect([location, flash?.refusal]).toEqual([LOGIN, 'signed-out']);
    expect((await stranger.post('signIn', credentials(ADA))).flash).toBeNull();
  });
});

describe('the token of a mailed link', () => {
  async function asked() {
    const { town, ada, other } = await signedOut();
    await other.call('changeEmail', { email: 'reyes@example.com', password: ADA.password });
    const token = tokenIn((await town.mailTo('reyes@example.com', 'Confirm')).text);
    return { town, ada, token };
  }

  test('gets into no other address when whoever sends its form is signed out', async () => {
    const { ada, token } = await asked();
    const { location, flash } = await ada.post('confirmEmail', { form: 'confirmEmail', token });
    expect(location).toBe('/login');
    expect(flash).toMatchObject({ refusal: 'signed-out-link', values: {} });
    expect(jar(ada)).not.toContain(token);
  });

  test('gets into no other address when they are signed in as somebody else', async () => {
    const { town, token } = await asked();
    const ben = town.person();
    await ben.call('signIn', { email: BEN.email, password: BEN.password });
    const { location, flash } = await ben.post('confirmEmail', { form: 'confirmEmail', token });
    expect(location).toBe('/login?reset=session');
    expect(flash).toMatchObject({ refusal: 'signed-out-link', values: {} });
  });
});
