import { expect, test, vi } from 'vitest';
import { passwordHash, replacePassword, signInsOf } from '#db/queries/accounts/accounts.ts';
import { ADA, type Town, openTown } from '../town.ts';

/** Changes an account's password between the check of the old one and the next change. */
async function changesMeanwhile({ store }: Town, account: string): Promise<void> {
  const read = (await passwordHash(store.db, account)) ?? '';
  const change = store.change.bind(store);
  vi.spyOn(store, 'change').mockImplementationOnce(async (asked) => {
    await store.write([replacePassword(store.db, account, read, 'another')]);
    return change(asked);
  });
}

test('a sign-in whose password is changed meanwhile is refused, and no session starts', async () => {
  const town = openTown();
  await town.resident(ADA);
  const account = await town.idOf(ADA.email);
  await changesMeanwhile(town, account);
  const visitor = town.person();
  expect(await visitor.call('signIn', { email: ADA.email, password: ADA.password })).toMatchObject({
    status: 401,
    refusal: 'wrong-credentials',
  });
  expect(await visitor.isSignedIn()).toBe(false);
  expect(await signInsOf(town.store.db, account, town.clock.now())).toHaveLength(1);
});
