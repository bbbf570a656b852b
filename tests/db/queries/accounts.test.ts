import { expect, test } from 'vitest';
import {
  addLink,
  endLinks,
  linkOfToken,
  accountWithAddress,
  addPassword,
  claimAddress,
  passwordHash,
  replacePassword,
  type NewSignIn,
  endSignIns,
  signInOf,
  signInsOf,
  startSignIn,
} from '#db/queries/accounts/accounts.ts';
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
