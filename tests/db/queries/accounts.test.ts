import { expect, test } from 'vitest';
import { addLink, endLinks, linkOfToken, linksOf, useLink } from '#db/queries/accounts/links.ts';
import {
  accountWithAddress,
  addPassword,
  claimAddress,
  passwordHash,
  replacePassword,
  resetPassword,
} from '#db/queries/accounts/passwords.ts';
import {
  MOST_SIGN_INS,
  type NewSignIn,
  endSignIns,
  prolongSignIn,
  signInOf,
  signInsOf,
  startSignIn,
} from '#db/queries/accounts/sign-ins.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { accountStream } from '#events/account/account.ts';
import { DELETED, registered } from '../../events/account/account-facts.ts';
import { NOW } from '../../events/facts.ts';
import { CAUSE } from '../changes.ts';
import { openIn, sqlIn } from '../folder.ts';
import { storedText } from '../stored-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SIGN_IN: NewSignIn = { id: 's1', account: 'a', device: 'd', signed_in_at: NOW, expires_at: NOW + DAY };

/** A store with the account `a`, whose password is `old`. */
async function withAccount() {
  const { store, folder } = openIn();
  const { db } = store;
  await store.write([...claimAddress(db, 'ada@example.com', 'a'), addPassword(db, 'a', 'old')]);
  const signIn = (token: string, row: Partial<NewSignIn> = {}, password: string | null = null) =>
    store.write(startSignIn(db, token, { ...SIGN_IN, ...row }, password));
  const mail = (token: string, purpose: 'verify' | 'reset', now = NOW) =>
    store.write(addLink(db, token, { account: 'a', purpose, subject: 'c1' }, now));
  return { store, db, folder, signIn, mail };
}

test('forgotten data is in no byte of the database', async () => {
  const { store, db, folder, signIn, mail } = await withAccount();
  await store.write([replacePassword(db, 'a', 'old', '$argon2id$secret')]);
  await signIn('token-1', { device: 'Firefox on Windows' });
  await mail('token-2', 'reset');
  await store.change({
    streams: { account: accountStream('a') },
    decide: (_, person) => ({ account: [registered({ person }), DELETED] }),
    cause: CAUSE,
  });
  expect(await passwordHash(db, 'a')).toBeNull();
  expect(storedText(folder)).not.toMatch(/ada@example|\$argon2id|Firefox/);
});

test('expired sessions and links are deleted when the next ones are stored', async () => {
  const { db, folder, signIn, mail } = await withAccount();
  await signIn('one');
  await mail('one', 'verify');
  const later = NOW + DAY;
  await signIn('two', { id: 's2', signed_in_at: later, expires_at: later + DAY });
  await mail('two', 'verify', later);
  const count = (table: string) => sqlIn(folder, `SELECT token FROM ${table}`).length;
  expect([count('sign_ins'), count('link_tokens')]).toEqual([1, 1]);
  expect(await signInOf(db, 'one', NOW)).toBeNull();
});

test('links and sessions that were stored while the clock was far ahead are invalid once it is corrected', async () => {
  const { db, signIn, mail } = await withAccount();
  const ahead = NOW + DAY;
  await signIn('one', { signed_in_at: ahead, expires_at: ahead + 7 * DAY });
  await mail('two', 'reset', ahead);
  const found = async (now: number) => [
    (await signInOf(db, 'one', now)) !== null,
    (await signInsOf(db, 'a', now)).length === 1,
    (await linkOfToken(db, 'two', now)) !== null,
    (await linksOf(db, 'a', now)).length === 1,
  ];
  expect(await found(NOW)).toEqual([false, false, false, false]);
  expect(await found(ahead)).toEqual([true, true, true, true]);
  // A clock is corrected by minutes now and then: that ends nothing.
  expect(await found(ahead - 20 * MINUTE)).toEqual([true, true, true, true]);
});

test('above the limit of sign-in sessions, a new one ends the one that was used longest ago', async () => {
  const { store, db, signIn } = await withAccount();
  await store.write([addPassword(db, 'other', 'hash')]);
  const start = (account: string, number: number) => {
    const id = `${account}${String(number).padStart(3, '0')}`;
    return signIn(`${account}${number}`, { id, account, signed_in_at: NOW + number });
  };
  await start('other', 0);
  for (let number = 0; number < MOST_SIGN_INS; number++) await start('a', number);
  await store.write([prolongSignIn(db, 'a000', NOW + 100, NOW + DAY)]);
  await start('a', MOST_SIGN_INS);
  expect(await signInsOf(db, 'a', NOW)).toHaveLength(MOST_SIGN_INS);
  const holds = async (token: string) => (await signInOf(db, token, NOW)) !== null;
  const tokens = ['a0', 'a1', 'a2', `a${MOST_SIGN_INS}`, 'other0'];
  expect(await Promise.all(tokens.map(holds))).toEqual([true, false, true, true, true]);
});

test('a session says when the account was signed in before', async () => {
  const { db, signIn } = await withAccount();
  await signIn('one');
  await signIn('two', { id: 's2', signed_in_at: NOW + HOUR });
  const sessions = [await signInOf(db, 'one', NOW), await signInOf(db, 'two', NOW + HOUR)];
  expect(sessions.map((session) => session?.previous_at)).toEqual([null, NOW]);
});

test('a session is refused if the password has changed since it was checked, or the account has none', async () => {
  const { store, db, signIn } = await withAccount();
  await store.write([replacePassword(db, 'a', 'old', 'new')]);
  await expect(signIn('one', {}, 'old')).rejects.toEqual(new Rejected('wrong-credentials'));
  await expect(signIn('one', { account: 'b' })).rejects.toEqual(new Rejected('wrong-credentials'));
  await signIn('one', {}, 'new');
  expect(await signInsOf(db, 'a', NOW)).toHaveLength(1);
});

test('an address belongs to one account, and an account has one address', async () => {
  const { store, db } = await withAccount();
  const claim = (address: string, account: string) => store.write(claimAddress(db, address, account));
  await expect(claim('ada@example.com', 'b')).rejects.toEqual(new Rejected('address-taken'));
  await claim('ada.reyes@example.com', 'a');
  expect(await accountWithAddress(db, 'ada@example.com')).toBeNull();
  await claim('ada@example.com', 'b');
  expect(await accountWithAddress(db, 'ada.reyes@example.com')).toBe('a');
});

test('a password is replaced only if it is still the one that was read', async () => {
  const { store, db, signIn, mail } = await withAccount();
  await signIn('one');
  await mail('link', 'verify');
  const replace = (from: string) =>
    store.write([replacePassword(db, 'a', from, 'new'), endSignIns(db, 'a'), endLinks(db, 'a')]);
  await expect(replace('other')).rejects.toEqual(new Rejected('wrong-credentials'));
  expect(await signInOf(db, 'one', NOW)).not.toBeNull();
  await replace('old');
  expect(await passwordHash(db, 'a')).toBe('new');
  expect([await signInOf(db, 'one', NOW), await linkOfToken(db, 'link', NOW)]).toEqual([null, null]);
});

test('a reset link that is sent twice at once sets one password', async () => {
  const { store, db, mail } = await withAccount();
  await mail('link', 'reset');
  const link = (await linkOfToken(db, 'link', NOW))!;
  const reset = (hash: string) => store.write([...useLink(db, 'link', link, NOW), ...resetPassword(db, 'a', hash)]);
  const [first, second] = await Promise.allSettled([reset('first'), reset('second')]);
  expect([first.status, second]).toEqual(['fulfilled', { status: 'rejected', reason: new Rejected('link-ended') }]);
  expect(await passwordHash(db, 'a')).toBe('first');
});

test('a link that expires before it is used is refused', async () => {
  const { store, db, mail } = await withAccount();
  await mail('link', 'verify');
  const link = (await linkOfToken(db, 'link', NOW))!;
  await expect(store.write(useLink(db, 'link', link, NOW + DAY))).rejects.toEqual(new Rejected('link-ended'));
});
