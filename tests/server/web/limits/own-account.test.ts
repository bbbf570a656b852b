import { expect, test } from 'vitest';
import { POLICIES, type PolicyBy } from '#server/web/limits/policies.ts';
import { ADA, BEN, type Person, openTown } from '../../accounts/town.ts';

const PROFILE = { name: 'Ada Reyes', phone: '', address: '12 Oak Rd', area: 'Ojai' } as const;

/** The response to the first request of an account beyond its burst. */
async function statusesOf(policy: PolicyBy<'account'>, ask: (time: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let time = 0; time <= POLICIES[policy].burst; time++) statuses.push((await ask(time)).status);
  return { before: new Set(statuses.slice(0, -1)), last: statuses.at(-1) };
}

/** The same account in a browser elsewhere. */
async function elsewhere(town: ReturnType<typeof openTown>, { email, password }: typeof ADA): Promise<Person> {
  const person = town.person();
  await person.call('signIn', { email, password, redirect: '' });
  return person;
}

test('changes of a profile are limited over all browsers of the account; a refused one writes nothing', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const change = (time: number) => ada.call('changeProfile', { ...PROFILE, address: `${time} Oak Rd` });
  expect(await statusesOf('ownChanges', change)).toEqual({ before: new Set([200]), last: 429 });
  const { position } = town.store;
  expect(await (await elsewhere(town, ADA)).call('changeProfile', PROFILE)).toMatchObject({ refusal: 'too-many' });
  expect(town.store.position).toBe(position);
  const ben = await town.resident(BEN);
  expect((await ben.call('changeProfile', { ...PROFILE, name: BEN.name })).status).toBe(200);
});

test.each([
  ['its bookings', 'ownPages', '/app/bookings'],
  ['its profile', 'ownPages', '/app/profile'],
  ['its dashboard', 'ownPages', '/app'],
  ['all its data', 'exportData', '/app/profile/export'],
] as const)('an account’s reads of %s are limited, with Retry-After', async (_, policy, path) => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const read = async () => {
    const response = await ada.browser.request(path);
    await response.body?.cancel();
    return response;
  };
  expect(await statusesOf(policy, read)).toEqual({ before: new Set([200]), last: 429 });
  const refused = await ada.browser.request(path);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const ben = await town.resident(BEN);
  expect((await ben.browser.request(path)).status).toBe(200);
  expect((await town.person().browser.request(path)).status).not.toBe(429);
});
