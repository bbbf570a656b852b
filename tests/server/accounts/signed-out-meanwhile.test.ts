/** Forms that were sent without script after their session had ended elsewhere. */
import { describe, expect, test } from 'vitest';
import { formTokenField } from '#shared/account/form-token.ts';
import { CARRIED_FIELD, type Flash } from '#shared/calls/flash.ts';
import { ADA, BEN, type Person, openTown, tokenIn } from './town.ts';

const PROFILE = { form: 'changeProfile', name: 'Ada R.', phone: '', address: '7 Long Lane', area: '' };
const LOGIN = '/login?redirect=%2Fapp%2Fprofile';

function credentials({ email, password }: typeof ADA) {
  return { form: 'signIn', email, password, redirect: '/app/profile' };
}

/** A customer's browser whose session was ended from another device while the profile was open. */
async function signedOut() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const token = formTokenField((await ada.formToken()) ?? '');
  const form = { ...PROFILE, [token]: '' };
  await town.resident(BEN);
  const other = town.person();
  await other.call('signIn', { email: ADA.email, password: ADA.password });
  await other.call('endOtherSessions', {});
  return { town, ada, other, form, token };
}

/** Every cookie of this browser. */
function jar({ browser }: Person): string {
  return ['hold', 'links', 'flash', 'session'].map((name) => browser.cookie(name) ?? '').join(' ');
}

/** The sign-in form of a page with this flash. */
function fromPage({ flash }: { readonly flash: Flash | null }, who: typeof ADA) {
  return { ...credentials(who), carried: flash?.values[CARRIED_FIELD]?.join('') ?? '' };
}

describe('values typed before the session ended', () => {
  test('are carried through sign-in by its page, encrypted, and back in the form after it', async () => {
    const { ada, form } = await signedOut();
    const page = await ada.post('changeProfile', form);
    expect(page).toMatchObject({ location: LOGIN, flash: { refusal: 'signed-out-kept' } });
    expect(JSON.stringify(page.flash)).not.toContain('Long Lane');
    expect(jar(ada)).not.toContain('Long');

    const wrong = await ada.post('signIn', { ...fromPage(page, ADA), password: 'not the password' });
    expect(wrong).toMatchObject({ location: LOGIN, flash: { refusal: 'wrong-credentials' } });
    const right = await ada.post('signIn', fromPage(wrong, ADA));
    expect(right).toMatchObject({
      location: '/app/profile',
      flash: { refusal: 'signed-in-again', values: { name: ['Ada R.'], form: ['changeProfile'] } },
    });
    expect(right.flash?.values['address']).toEqual(['7 Long Lane']);
    expect((await ada.profile()).name).toBe(ADA.name);
    expect((await ada.post('changeProfile', form)).flash).toMatchObject({ notice: 'profile-saved' });
    expect(await ada.browser.flashOn('/app/profile')).toBeNull();
  });

  test('are given to no other account that signs in on that page', async () => {
    const { ada: browser, form } = await signedOut();
    const page = await browser.post('changeProfile', form);
    expect(await browser.post('signIn', fromPage(page, BEN))).toEqual({ location: '/app/profile', flash: null });
  });

  test('are not carried when the form has no token, and the page says so', async () => {
    const { ada } = await signedOut();
    const page = await ada.post('changeProfile', PROFILE);
    expect(page).toMatchObject({ location: LOGIN, flash: { refusal: 'signed-out', values: {} } });
    expect((await ada.post('signIn', credentials(ADA))).flash).toBeNull();
  });
});

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
});
