import { expect, test } from 'vitest';
import { linkOfToken } from '#db/queries/accounts/links.ts';
import { noticeSignInAttack } from '#events/account/account-changes.ts';
import { accountStream } from '#events/account/account.ts';
import { HOUR } from '../../bookings/site.ts';
import { until } from '../../workers/run.ts';
import { ADA, BEN, type Town, openTown, tokenIn } from '../town.ts';

const NEW = 'eleven green bottles';

/** A town with two accounts; the second has got a mail about an attack. Returns the token of its link. */
async function attacked() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const ben = await town.resident(BEN);
  const account = await town.idOf(BEN.email);
  return { town, ada, ben, account, token: await mailedToken(town, account) };
}

async function mailedToken(town: Town, account: string): Promise<string> {
  await town.store.change({
    streams: { account: accountStream(account) },
    decide: (states) => noticeSignInAttack(states, town.clock.now()),
    cause: { correlation: 'test' },
  });
  const { text } = await town.mailTo(BEN.email, 'Someone is guessing your password');
  expect(text).toContain(`${town.config.publicUrl}/sign-in-here?token=${tokenIn(text)}`);
  return tokenIn(text);
}

const ENDED = { status: 410, refusal: 'link-ended' };

test('opening the link changes nothing; using it makes the browser known, once, and signs no account in', async () => {
  const { town, token } = await attacked();
  const laptop = town.person();
  for (let time = 0; time < 3; time++) {
    expect((await laptop.ask('browserLink', { token })).body).toEqual({ email: BEN.email });
  }
  expect(laptop.browser.cookie('known')).toBeUndefined();
  expect(await laptop.call('makeBrowserKnown', { token })).toEqual({
    status: 200,
    redirect: '/login',
    notice: 'browser-known',
  });
  expect(laptop.browser.cookie('known')).toBeDefined();
  expect(await laptop.isSignedIn()).toBe(false);
  expect((await laptop.ask('browserLink', { token })).body).toEqual({ email: null });
  expect(await town.person().call('makeBrowserKnown', { token })).toMatchObject(ENDED);
});

test('the link works once when two browsers use it at the same time', async () => {
  const { town, token } = await attacked();
  const answers = await Promise.all([0, 1].map(() => town.person().call('makeBrowserKnown', { token })));
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 410]));
});

test('without script the form redirects to the sign-in page, and a used link back to its own page', async () => {
  const { town, token } = await attacked();
  const laptop = town.person();
  const used = await laptop.post('makeBrowserKnown', { token, form: 'makeBrowserKnown' });
  expect([used.location, used.flash?.notice]).toEqual(['/login', 'browser-known']);
  const again = await laptop.post('makeBrowserKnown', { token, form: 'makeBrowserKnown' });
  expect([again.location, again.flash?.refusal]).toEqual([`/sign-in-here?token=${token}`, 'link-ended']);
  expect(again.flash?.values).not.toHaveProperty('token');
});

test('a browser with a signed-in account is redirected to that account, or to sign in with another one', async () => {
  const { town, ada, ben, account, token } = await attacked();
  expect(await ben.call('makeBrowserKnown', { token })).toMatchObject({ redirect: '/app' });
  town.clock.advance(24 * HOUR);
  const next = await mailedToken(town, account);
  expect(await ada.call('makeBrowserKnown', { token: next })).toMatchObject({ redirect: '/login?reset=session' });
  expect((await ada.session()).user?.email).toBe(ADA.email);
});

test('the link is valid for an hour', async () => {
  const { town, token } = await attacked();
  town.clock.advance(HOUR - 1);
  expect((await town.person().ask('browserLink', { token })).body).toEqual({ email: BEN.email });
  town.clock.advance(1);
  expect((await town.person().ask('browserLink', { token })).body).toEqual({ email: null });
  expect(await town.person().call('makeBrowserKnown', { token })).toMatchObject(ENDED);
});

test.each(['disabled', 'deleted', 'given a new password'] as const)(
  'the link of an account that was %s has no effect',
  async (what) => {
    const { town, ada, ben, account, token } = await attacked();
    if (what === 'disabled') await ada.call('setDisabled', { account, isDisabled: true });
    if (what === 'deleted') await ben.call('deleteAccount', { password: BEN.password });
    if (what === 'given a new password') await ben.call('changePassword', { current: BEN.password, password: NEW });
    expect((await town.person().ask('browserLink', { token })).body).toEqual({ email: null });
    const laptop = town.person();
    expect(await laptop.call('makeBrowserKnown', { token })).toMatchObject(ENDED);
    expect(laptop.browser.cookie('known')).toBeUndefined();
  },
);

test('deleting the account removes the link', async () => {
  const { town, ben, token } = await attacked();
  expect(await linkOfToken(town.store.db, token, town.clock.now())).not.toBeNull();
  await ben.call('deleteAccount', { password: BEN.password });
  await until(town.isCleaned);
  expect(await linkOfToken(town.store.db, token, town.clock.now())).toBeNull();
});

test('an unknown token is refused like a used one', async () => {
  const { town, token } = await attacked();
  await town.person().call('makeBrowserKnown', { token });
  const used = await town.person().call('makeBrowserKnown', { token });
  expect(await town.person().call('makeBrowserKnown', { token: 'A'.repeat(43) })).toEqual(used);
});

test('no link works for another link’s purpose', async () => {
  const { town, token } = await attacked();
  const person = town.person();
  expect((await person.ask('resetLink', { token })).body).toEqual({ email: null });
  expect((await person.ask('confirmation', { token })).body).toBeNull();
  expect(await person.call('resetPassword', { token, password: NEW })).toMatchObject(ENDED);
  expect(await person.call('confirmEmail', { token, password: BEN.password })).toMatchObject(ENDED);
  await person.call('forgotPassword', { email: ADA.email });
  const reset = tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
  expect(await person.call('makeBrowserKnown', { token: reset })).toMatchObject(ENDED);
});

test('each use of a link is logged, without the email address', async () => {
  const { town, token } = await attacked();
  town.lines.length = 0;
  await town.person().call('makeBrowserKnown', { token });
  await town.person().call('makeBrowserKnown', { token });
  const acts = town.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(acts.filter(({ msg }) => msg === 'browser-known')).toMatchObject([
    { outcome: 'done', account: expect.stringMatching(/^[\w-]{16}$/) as unknown },
    { outcome: 'link-ended', account: null },
  ]);
  expect(town.lines.join('')).not.toContain(BEN.email);
  expect(town.lines.join('')).not.toContain(token);
});
