/**
 * While a read model cannot be written, queries for display read older rows. No decision may use those: each request here is refused, and
 * has the right result when it is sent again.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileOf } from '../../db/read-models/spoil.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, type Town, books, openTown, tokenIn } from './town.ts';

const NEXT = 'ada.reyes@example.org';
const LATER = { status: 503, refusal: 'storage-down' };

const LONGER_THAN_RETRIES_MS = 60_000;

/** Another process locks a read model, and time that repeats failed writes stands still. Returns the function that unlocks it. */
function lock(town: Town, name: 'bookings' | 'users'): () => Promise<void> {
  const other = new Database(join(town.config.dataFolder, fileOf(name)), { timeout: 0 });
  onTestFinished(() => void other.close());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  other.exec('BEGIN IMMEDIATE');
  return async () => {
    other.exec('ROLLBACK');
    await vi.advanceTimersByTimeAsync(LONGER_THAN_RETRIES_MS);
    vi.useRealTimers();
    await until(() => town.store.unready === null);
  };
}

test('an account is not deleted while its visits cannot be listed; sent again, the visit is canceled as its customer chose', async () => {
  const town = openTown();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  const unlock = lock(town, 'bookings');
  const id = await books(town, ben, BEN.email);
  const deletion = { password: BEN.password, visits: 'cancel', told: `${id}:refund` } as const;
  expect(await ben.call('deleteAccount', deletion)).toMatchObject(LATER);
  expect(await ben.call('deleteAccount', { password: BEN.password })).toMatchObject(LATER);
  expect(await ben.isSignedIn()).toBe(true);
  await unlock();
  expect(await ben.call('deleteAccount', { password: BEN.password })).toMatchObject({ status: 422 });
  expect(await ben.call('deleteAccount', deletion)).toMatchObject({ notice: 'account-deleted-visits-canceled' });
  expect(await town.state(id)).toMatchObject({ status: 'cancelled', payments: [{ refund: 'requested' }] });
});

/** Changes an account's address and locks the read model of users before the last event. Returns the function that unlocks it. */
async function changesAddressUnseen(town: Town, next: string): Promise<() => Promise<void>> {
  const ada = await town.resident(ADA);
  await ada.call('changeEmail', { email: next, password: ADA.password });
  const fresh = tokenIn((await town.mailTo(next, 'Confirm your new email')).text);
  const old = tokenIn((await town.mailTo(ADA.email, 'Change your email address')).text);
  await ada.call('confirmEmail', { token: fresh });
  const locks: (() => Promise<void>)[] = [];
  const stop = town.store.onCommit((events) => {
    if (events.some(({ type }) => type === 'EmailChanged')) locks.push(lock(town, 'users'));
  });
  await ada.call('confirmEmail', { token: old });
  stop();
  return locks[0]!;
}

test('a sign-in adopts no guest booking with an address that the account has given up', async () => {
  const town = openTown();
  const unlock = await changesAddressUnseen(town, NEXT);
  const guests = await books(town, town.person(), ADA.email);
  const signIn = { email: NEXT, password: ADA.password };
  expect(await town.person().call('signIn', signIn)).toMatchObject({ status: 200 });
  expect((await town.state(guests))?.account).toBeNull();
  await unlock();
  expect(await town.person().call('signIn', signIn)).toMatchObject({ status: 200 });
  expect((await town.state(guests))?.account).toBeNull();
});

test('links requested during older rows are refused alike for known and unknown addresses, and sent when requested again', async () => {
  const town = openTown();
  await books(town, town.person(), 'guest@example.com');
  const unlock = await changesAddressUnseen(town, NEXT);
  for (const email of [NEXT, ADA.email, 'guest@example.com', 'stranger@example.com']) {
    expect([email, await town.person().call('sendLinks', { email })]).toMatchObject([email, LATER]);
  }
  await unlock();
  expect(await town.person().call('sendLinks', { email: 'guest@example.com' })).toMatchObject({ status: 200 });
  await town.mailTo('guest@example.com', 'link');
});
