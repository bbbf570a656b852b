import { describe, expect, test } from 'vitest';
import { ADA, BEN, type Town, openTown, tokenIn } from './town.ts';

describe('another address', () => {
  const NEXT = 'ada.reyes@example.org';

  async function asked(town: Town, email = NEXT) {
    const ada = await town.resident(ADA);
    const answer = await ada.call('changeEmail', { email, password: ADA.password });
    return { ada, answer };
  }

  test('takes effect when both mailboxes have confirmed it', async () => {
    const town = openTown();
    const { ada, answer } = await asked(town);
    expect(answer).toMatchObject({ redirect: '/app/profile', notice: 'email-change-sent' });
    expect((await ada.profile()).emailChange).toEqual({ email: NEXT, confirmedBy: null, asksOld: true });
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    const { text } = await town.mailTo(ADA.email, 'Change your email address');
    expect(text).toContain('/forgot-password');
    const old = tokenIn(text);
    const stranger = town.person();
    expect((await stranger.ask('confirmation', { token: fresh })).body).toEqual({
      kind: 'change',
      side: 'new',
      email: NEXT,
      previous: null,
      isOwn: false,
      isLast: false,
    });
    expect(await ada.call('confirmEmail', { token: fresh })).toMatchObject({
      redirect: '/app/profile',
      notice: 'email-change-half',
    });
    expect(await ada.profile()).toMatchObject({ email: ADA.email, emailChange: { confirmedBy: 'new' } });
    expect((await stranger.ask('confirmation', { token: old })).body).toMatchObject({ side: 'old', isLast: true });
    expect(await stranger.call('confirmEmail', { token: old })).toMatchObject({
      redirect: '/login',
      notice: 'email-changed',
    });
    expect(await ada.profile()).toMatchObject({ email: NEXT, emailVerified: true, emailChange: null });
    await town.mailTo(ADA.email, 'Your email address was changed');
    const { password } = ADA;
    expect(await town.person().call('signIn', { email: ADA.email, password })).toMatchObject({ status: 401 });
    expect(await town.person().call('signIn', { email: NEXT, password })).toMatchObject({ status: 200 });
    expect(await town.person().call('register', BEN)).toMatchObject({ status: 200 });
    expect(await town.resident({ ...BEN, email: ADA.email })).toBeDefined();
  });

  test('can be withdrawn, by script and by form, and then no link moves the account', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
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

  test('requires the password, and differs from the current one', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const wrong = await ada.call('changeEmail', { email: NEXT, password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, fields: { password: 'The password is wrong.' } });
    const same = await ada.call('changeEmail', { email: 'ADA@example.com', password: ADA.password });
    expect(same).toMatchObject({ status: 422, fields: { email: 'This is your address already.' } });
  });

  test('is confirmed for an account by its owner only: the owner of the mailbox may not know whose account it is', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const token = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    const { location } = await town.person().post('confirmEmail', { token });
    expect(location).toBe('/login');
    const ben = await town.resident(BEN);
    expect(await ben.call('confirmEmail', { token })).toMatchObject({ status: 403, refusal: 'not-allowed' });
    expect(await ada.call('confirmEmail', { token })).toMatchObject({ notice: 'email-change-half' });
  });

  test('that has another account gets a warning, and the caller cannot tell', async () => {
    const town = openTown();
    const ben = await town.resident(BEN);
    const { ada, answer } = await asked(town, BEN.email);
    expect(answer).toEqual({ status: 200, redirect: '/app/profile', notice: 'email-change-sent' });
    await town.mailTo(BEN.email, 'Someone tried to use your email address');
    const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
    expect(await ada.call('confirmEmail', { token: old })).toMatchObject({ notice: 'email-change-half' });
    expect((await ben.profile()).email).toBe(BEN.email);
    expect(town.sent.filter(({ subject }) => subject.startsWith('Confirm your new'))).toEqual([]);
  });

  /** Asks for the change; resolves with the links that both mailboxes get. */
  async function linksToBoth(town: Town) {
    const { ada, answer } = await asked(town);
    expect(answer).toMatchObject({ notice: 'email-change-sent' });
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
    return { ada, fresh, old };
  }

  test.each(['before', 'after'] as const)(
    'that a stranger has registered without confirming, %s the request, replaces that registration',
    async (when) => {
      const town = openTown();
      await town.resident(BEN);
      const stranger = { name: 'Eve', email: NEXT, password: 'seven geese a-laying' };
      const register = () => town.person().call('register', stranger);
      if (when === 'before') await register();
      const { ada, fresh, old } = await linksToBoth(town);
      if (when === 'after') await register();
      const claim = tokenIn((await town.mailTo(NEXT, 'Confirm your email address')).text);
      await ada.call('confirmEmail', { token: old });
      expect(await ada.call('confirmEmail', { token: fresh })).toMatchObject({ status: 200, notice: 'email-changed' });
      expect(await ada.profile()).toMatchObject({ email: NEXT, emailVerified: true });
      expect(await town.person().call('confirmEmail', { token: claim, password: stranger.password })).toMatchObject({
        refusal: 'link-ended',
      });
      const { password } = ADA;
      expect(await town.person().call('signIn', { email: NEXT, password })).toMatchObject({ status: 200 });
      const claimed = { email: NEXT, password: stranger.password };
      expect(await town.person().call('signIn', claimed)).toMatchObject({ status: 401 });
    },
  );
});
