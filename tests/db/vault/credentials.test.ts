import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rejected } from '#shared/calls/refusals.ts';
import { MOST_SIGN_INS } from '#db/vault/credentials.ts';
import { NOW } from '../../events/facts.ts';
import { openIn, withDatabase } from '../folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('what is forgotten is in no byte of the vault, nor of what it writes ahead', () => {
  const { store, folder } = openIn();
  const { credentials } = store;
  credentials.claimAddress('ada@example.com', 'account-1', '$argon2id$secret');
  credentials.startSignIn('token-1', {
    id: 's1',
    account: 'account-1',
    device: 'Firefox on Windows',
    signed_in_at: NOW,
    expires_at: NOW + DAY,
  });
  credentials.addLink('token-2', { account: 'account-1', purpose: 'reset', subject: null, expires_at: NOW + DAY }, NOW);
  credentials.forget('account-1');
  store.forget(['nobody']);
  const found = ['halfday.db', 'halfday.db-wal'].filter((file) =>
    /ada@example|\$argon2id|Firefox/.test(bytesOf(join(folder, file))),
  );
  expect(found).toEqual([]);
});

test('sessions and links that have run out are swept by those that come after', () => {
  const { store, folder } = openIn();
  const { credentials } = store;
  const row = { account: 'a', device: 'd', signed_in_at: NOW, expires_at: NOW + DAY };
  credentials.startSignIn('one', { ...row, id: 's1' });
  credentials.addLink('one', { account: 'a', purpose: 'verify', subject: null, expires_at: NOW + DAY }, NOW);
  const later = NOW + DAY;
  credentials.startSignIn('two', { ...row, id: 's2', signed_in_at: later, expires_at: later + DAY });
  credentials.addLink('two', { account: 'a', purpose: 'verify', subject: null, expires_at: later + DAY }, later);
  const count = (table: string) =>
    withDatabase(folder, (db) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  expect([count('sign_ins'), count('link_tokens')]).toEqual([1, 1]);
  expect(credentials.signIn('one', NOW)).toBeNull();
});

test('links and sign-ins that were made while the clock was far ahead have ended once it is right', () => {
  const { credentials } = openIn().store;
  const ahead = NOW + DAY;
  const row = { account: 'a', device: 'd', signed_in_at: ahead, expires_at: ahead + 7 * DAY };
  credentials.claimAddress('ada@example.com', 'a', 'hash');
  credentials.startSignIn('one', { ...row, id: 's1' });
  credentials.addLink('two', { account: 'a', purpose: 'reset', subject: 'c1', expires_at: ahead + HOUR }, ahead);
  const found = (now: number) => [
    credentials.signIn('one', now) !== null,
    credentials.signIns('a', now).length === 1,
    credentials.link('two', now) !== null,
    credentials.hasLink('a', 'c1', now),
  ];
  expect(found(NOW)).toEqual([false, false, false, false]);
  expect(() => credentials.resetPassword('two', 'new hash', NOW)).toThrow(new Rejected('link-ended'));
  expect(found(ahead)).toEqual([true, true, true, true]);
  // A clock is corrected by minutes now and then: that ends nothing.
  expect(found(ahead - 20 * MINUTE)).toEqual([true, true, true, true]);
});

test('an account has so many sign-in sessions: one more ends the one that was used longest ago', () => {
  const { credentials } = openIn().store;
  const signIn = (account: string, number: number) =>
    credentials.startSignIn(`${account}${number}`, {
      id: `${account}${String(number).padStart(3, '0')}`,
      account,
      device: 'd',
      signed_in_at: NOW + number,
      expires_at: NOW + DAY,
    });
  signIn('other', 0);
  for (let number = 0; number < MOST_SIGN_INS; number++) signIn('a', number);
  credentials.prolongSignIn('a000', NOW + 100, NOW + DAY);
  signIn('a', MOST_SIGN_INS);
  expect(credentials.signIns('a', NOW)).toHaveLength(MOST_SIGN_INS);
  const holds = (token: string) => credentials.signIn(token, NOW) !== null;
  expect(['a0', 'a1', 'a2', `a${MOST_SIGN_INS}`, 'other0'].map(holds)).toEqual([true, false, true, true, true]);
});

test('an address belongs to one account, and an account has one address', () => {
  const { credentials } = openIn().store;
  credentials.claimAddress('ada@example.com', 'a1', 'hash');
  expect(() => credentials.claimAddress('ada@example.com', 'a2')).toThrow(new Rejected('address-taken'));
  credentials.claimAddress('ada.reyes@example.com', 'a1');
  expect(credentials.addressRow('ada@example.com')).toBeUndefined();
  credentials.claimAddress('ada@example.com', 'a2');
  expect(credentials.addressRow('ada.reyes@example.com')).toEqual({ account: 'a1' });
});

test('a new password ends all access, and is not set over one that was set meanwhile', () => {
  const { credentials } = openIn().store;
  credentials.claimAddress('ada@example.com', 'a', 'old');
  credentials.startSignIn('one', { id: 's1', account: 'a', device: 'd', signed_in_at: NOW, expires_at: NOW + DAY });
  credentials.addLink('link', { account: 'a', purpose: 'verify', subject: null, expires_at: NOW + DAY }, NOW);
  expect(credentials.changePassword('a', { from: 'other', to: 'new' })).toBe(false);
  expect(credentials.signIn('one', NOW)).not.toBeNull();
  expect(credentials.changePassword('a', { from: 'old', to: 'new' })).toBe(true);
  expect(credentials.passwordHash('a')).toBe('new');
  expect([credentials.signIn('one', NOW), credentials.link('link', NOW)]).toEqual([null, null]);
});

test('a link is used once', () => {
  const { credentials } = openIn().store;
  credentials.claimAddress('ada@example.com', 'a', 'hash');
  credentials.addLink('link', { account: 'a', purpose: 'verify', subject: null, expires_at: NOW + DAY }, NOW);
  credentials.useLink('link', NOW);
  expect(() => credentials.useLink('link', NOW)).toThrow(new Rejected('link-ended'));
});

function bytesOf(file: string): string {
  return existsSync(file) ? readFileSync(file).toString('latin1') : '';
}
