import { describe, expect, inject, test, vi } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { type Refusal, refuseWrites } from '../../db/refuse-writes.ts';
import { openSite } from '../bookings/site.ts';
import { pass } from '../workers/run.ts';
import { ADA, BEN, type Town, openTown } from './town.ts';

const ADA_IN = { email: ADA.email, password: ADA.password };

/** A town whose database can be made to refuse writes. */
function townOnDisk() {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }));
  return { ...town, protect: () => refuseWrites(town.config.dataFolder) };
}

/** Signs the same account in from one device after another, as long as there is room. Resolves with the last result. */
async function signInUntilRefused({ person }: Pick<Town, 'person'>): Promise<Response> {
  for (let times = 0; times < 100; times++) {
    const response = await person().browser.request(rpcPath('signIn'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADA_IN),
    });
    if (response.status !== 200) return response;
  }
  throw new Error('no registration was refused');
}

test('the owner reads why nothing can be saved, until it can', async () => {
  const town = townOnDisk();
  const ada = await town.resident(ADA);
  const writeRefusal = async () => (await ada.ask('needsAttention')).body.writeRefusal;
  expect(await writeRefusal()).toBeNull();
  const relieve = await town.protect();
  expect((await town.person().call('register', BEN)).refusal).toBe('storage-down');
  expect(await writeRefusal()).toMatch(
    /^(?:halfday\.db cannot be written|PostgreSQL cannot be used): .*\bread-?only\b/,
  );
  await relieve();
  await vi.waitFor(async () => expect(await writeRefusal()).toBeNull(), { timeout: 20_000 });
});

const REFUSALS: readonly Refusal[] = inject('postgres') === undefined ? ['read-only', 'full'] : ['read-only'];

describe.each(REFUSALS)('a disk that refuses writes (%s)', (how) => {
  test('refuses sign-ins for a while; signed-in customers can still read, and sign-ins resume without a restart', async () => {
    const town = townOnDisk();
    const ada = await town.resident(ADA);
    const relieve = await refuseWrites(town.config.dataFolder, how);
    const refused = await signInUntilRefused(town);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ refusal: 'storage-down' });
    const { location, flash } = await town.person().post('signIn', { ...ADA_IN, redirect: '/app/profile' });
    expect([location, flash?.refusal, flash?.values['email']]).toEqual([
      '/login?redirect=%2Fapp%2Fprofile',
      'storage-down',
      [ADA.email],
    ]);
    expect(await ada.isSignedIn()).toBe(true);
    expect((await ada.profile()).email).toBe(ADA.email);
    expect((await ada.users()).body.total).toBe(1);
    expect(await town.person().call('signIn', { ...ADA_IN, password: 'wrong wrong wrong' })).toMatchObject({
      status: 401,
    });
    await relieve();
    const late = town.person();
    expect(await late.call('signIn', ADA_IN)).toMatchObject({ status: 200, redirect: '/app' });
    expect(await late.isSignedIn()).toBe(true);
  });
});

test('a deletion that is refused leaves the account as it was, and succeeds later', async () => {
  const town = townOnDisk();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  const relieve = await town.protect();
  const deletion = () => ben.call('deleteAccount', { password: BEN.password });
  expect(await deletion()).toMatchObject({ status: 503, refusal: 'storage-down' });
  expect(await ben.isSignedIn()).toBe(true);
  await relieve();
  expect(await deletion()).toMatchObject({ status: 200, redirect: '/' });
  expect(await ben.isSignedIn()).toBe(false);
  const signIn = () => town.person().call('signIn', { email: BEN.email, password: BEN.password });
  expect(await signIn()).toMatchObject({ status: 401 });
  await pass(town, 60_000, town.isCleaned);
  expect(await town.person().call('register', BEN)).toMatchObject({ status: 200, notice: 'registered' });
  expect((await town.mailTo(BEN.email, 'Confirm your email address')).to).toBe(BEN.email);
});
