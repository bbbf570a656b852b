import { recorded } from '../../db/rows.ts';
/** Races between the deletion of an account and another request for it. */
import { expect, test } from 'vitest';
import { accountWithAddress, passwordHash } from '#db/queries/accounts/accounts.ts';
import { until } from '../workers/run.ts';
import { foundIn, settled } from './settled-town.ts';
import { BEN, tokenIn } from './town.ts';

test('of two simultaneous deletions one succeeds, the other finds no account, and no data is left', async () => {
  const { town, ben, account } = await settled();
  const answers = await Promise.all([1, 2].map(() => ben.call('deleteAccount', { password: BEN.password })));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses[0]).toBe(200);
  expect([404, 422]).toContain(statuses[1]);
  expect(await ben.isSignedIn()).toBe(false);
  expect(recorded(town.store, ['AccountDeleted'])).toHaveLength(1);
  expect(await passwordHash(town.store.db, account)).toBeNull();
  expect(await foundIn(town, [BEN.email, BEN.name])).toEqual([]);
});

test('a reset link used while the account is deleted gives no access and leaves no password', async () => {
  const { town, ben, account } = await settled();
  await ben.call('forgotPassword', { email: BEN.email });
  const token = tokenIn((await town.mailTo(BEN.email, 'Choose a new password')).text);
  const other = town.person();
  const [deleted, reset] = await Promise.all([
    ben.call('deleteAccount', { password: BEN.password }),
    other.call('resetPassword', { token, password: 'eleven green bottles' }),
  ]);
  // Whichever comes first: a new password ends what was typed with the old one.
  expect([deleted.status, reset.status]).toSatisfy((both: number[]) => both.includes(200));
  const isDeleted = deleted.status === 200;
  expect(await other.isSignedIn()).toBe(!isDeleted);
  expect((await passwordHash(town.store.db, account)) === null).toBe(isDeleted);
  expect((await other.ask('resetLink', { token })).body).toEqual({ email: null });
});

test('a change of address confirmed while the account is deleted leaves the address free', async () => {
  const { town, ben } = await settled();
  await ben.call('changeEmail', { email: 'ito@example.com', password: BEN.password });
  const tokens = await Promise.all(
    ['ito@example.com', BEN.email].map(async (to) => {
      const subject = to === BEN.email ? 'Change your' : 'Confirm your new';
      return tokenIn((await town.mailTo(to, subject)).text);
    }),
  );
  await ben.call('confirmEmail', { token: tokens[0]! });
  await Promise.all([
    ben.call('deleteAccount', { password: BEN.password }),
    ben.call('confirmEmail', { token: tokens[1]! }),
  ]);
  await until(async () => (await accountWithAddress(town.store.db, 'ito@example.com')) === null);
  expect(await accountWithAddress(town.store.db, BEN.email)).toBeNull();
  expect(await foundIn(town, ['ito@example.com', BEN.email])).toEqual([]);
});
