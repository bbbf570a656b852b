import { describe, expect, test } from 'vitest';
import { MAIL_PAUSE_MS } from '#events/account/account-changes.ts';
import { HOUR } from '../bookings/site.ts';
import { ADA, BEN, type Town, openTown, tokenIn } from './town.ts';

const NEW = 'eleven green bottles';
const DAY = 24 * HOUR;

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

  test('is no longer pending once its links have ended, by a new password or by expiry', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    await town.mailTo(NEXT, 'Confirm your new email');
    await town.mailTo(ADA.email, 'Change your email address');
    await ada.call('changePassword', { current: ADA.password, password: NEW });
    expect((await ada.profile()).emailChange).toBeNull();
    town.clock.advance(MAIL_PAUSE_MS.change);
    await ada.call('changeEmail', { email: NEXT, password: NEW });
    const token = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    await town.mailTo(ADA.email, 'Change your email address');
    town.clock.advance(DAY - 1);
    expect((await ada.profile()).emailChange).toMatchObject({ email: NEXT });
    town.clock.advance(1);
    expect((await ada.profile()).emailChange).toBeNull();
    expect((await ada.ask('confirmation', { token })).body).toBeNull();
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

  test('has no notice of a sent mail if none was sent: another attempt waits two minutes', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    const again = { email: 'ada.r@example.org', password: ADA.password };
    expect(await ada.call('changeEmail', { ...again, email: NEXT })).toMatchObject({ notice: 'email-change-sent' });
    expect(await ada.call('changeEmail', again)).toMatchObject({ status: 429, refusal: 'mail-just-sent' });
    expect((await ada.profile()).emailChange?.email).toBe(NEXT);
    town.clock.advance(MAIL_PAUSE_MS.change);
    expect(await ada.call('changeEmail', again)).toMatchObject({ notice: 'email-change-sent' });
    expect((await ada.profile()).emailChange?.email).toBe(again.email);
  });

  test('that was withdrawn makes the next one wait: the page says so and keeps the typed values', async () => {
    const town = openTown();
    const { ada } = await asked(town);
    await ada.call('withdrawEmailChange', {});
    town.clock.advance(30_000);
    const right = { email: 'ada.r@example.org', password: ADA.password };
    const refused = { refusal: 'mail-just-sent', retryAfter: 90 };
    expect(await ada.call('changeEmail', right)).toMatchObject({ status: 429, ...refused });
    const posted = await ada.post('changeEmail', right);
    expect(posted.location).toBe('/app/profile');
    expect(posted.flash).toMatchObject({ ...refused, values: { email: [right.email] } });
    expect(posted.flash?.values).not.toHaveProperty('password');
    expect((await ada.profile()).emailChange).toBeNull();
    town.clock.advance(90_000);
    expect(await ada.call('changeEmail', right)).toMatchObject({ status: 200, notice: 'email-change-sent' });
    await town.mailTo(right.email, 'Confirm your new email');
  });

  test('that waits because of the last mail says so to its owner alone, whether or not the address has an account', async () => {
    const town = openTown();
    await town.resident(BEN);
    const { ada } = await asked(town);
    const answers = [];
    for (const email of [BEN.email, 'nobody@example.org']) {
      answers.push(await ada.call('changeEmail', { email, password: ADA.password }));
    }
    expect(answers[0]).toMatchObject({ status: 429, refusal: 'mail-just-sent' });
    expect(answers[1]).toEqual(answers[0]);
    const guess = { email: 'ada.r@example.org', password: 'not the password' };
    expect(await ada.call('changeEmail', guess)).toMatchObject({ status: 422 });
    expect(await town.person().call('changeEmail', guess)).toMatchObject({ status: 401, refusal: 'not-signed-in' });
  });

  /** Asks for the change; resolves with the links that both mailboxes get. */
  async function linksToBoth(town: Town) {
    const { ada, answer } = await asked(town);
    expect(answer).toMatchObject({ notice: 'email-change-sent' });
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
    return { ada, fresh, old };
  }

  test('that another customer has confirmed meanwhile is refused', async () => {
    const town = openTown();
    const { ada, fresh, old } = await linksToBoth(town);
    await town.resident({ ...BEN, email: NEXT });
    await ada.call('confirmEmail', { token: old });
    expect(await ada.call('confirmEmail', { token: fresh })).toMatchObject({ status: 409, refusal: 'address-taken' });
    expect((await ada.profile()).email).toBe(ADA.email);
  });

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

describe('a link about another account', () => {
  const NEXT = 'ada.reyes@example.org';

  /** Ben with the mails that were meant for Ada. */
  async function opened() {
    const town = openTown();
    const ada = await town.resident(ADA);
    const ben = await town.resident(BEN);
    await ada.call('changeEmail', { email: NEXT, password: ADA.password });
    const fresh = tokenIn((await town.mailTo(NEXT, 'Confirm your new email')).text);
    const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
    return { ada, ben, fresh, old };
  }

  test('says so before its button is pressed, and names at most the address that it was sent to', async () => {
    const { ada, ben, fresh, old } = await opened();
    const said = { kind: 'change', email: NEXT, isLast: false };
    const ofNew = { ...said, side: 'new', previous: null };
    const ofOld = { ...said, side: 'old', previous: ADA.email };
    expect((await ben.ask('confirmation', { token: fresh })).body).toEqual({ ...ofNew, isOwn: false });
    expect((await ben.ask('confirmation', { token: old })).body).toEqual({ ...ofOld, isOwn: false });
    expect((await ada.ask('confirmation', { token: fresh })).body).toEqual({ ...ofNew, isOwn: true });
    expect((await ada.ask('confirmation', { token: old })).body).toEqual({ ...ofOld, isOwn: true });
  });

  test('shows its result on a page of the signed-in account, worded about the other account', async () => {
    const { ada, ben, fresh, old } = await opened();
    const half = await ben.post('confirmEmail', { token: old });
    expect(half.location).toBe('/app');
    expect(half.flash).toMatchObject({ notice: 'other-email-half', whom: ADA.email });
    await ada.call('confirmEmail', { token: fresh });
    expect((await ada.profile()).email).toBe(NEXT);
    expect((await ben.profile()).email).toBe(BEN.email);
  });

  test('does so, too, if it was the last missing confirmation', async () => {
    const { ada, ben, fresh, old } = await opened();
    await ada.call('confirmEmail', { token: fresh });
    const changed = { redirect: '/app', notice: 'other-email-changed', whom: ADA.email };
    expect(await ben.call('confirmEmail', { token: old })).toEqual({ status: 200, ...changed });
    expect((await ada.profile()).email).toBe(NEXT);
    expect((await ben.session()).user?.email).toBe(BEN.email);
  });
});
