import { expect, test, vi } from 'vitest';
import { passwordHash, replacePassword } from '#db/queries/accounts/passwords.ts';
import { signInsOf } from '#db/queries/accounts/sign-ins.ts';
import { recorded } from '../../../db/rows.ts';
import { ADA, BEN, type Town, openTown, tokenIn } from '../town.ts';

const WRONG = { status: 422, refusal: 'invalid', fields: { password: 'The password is wrong.' } };

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

test('a sign-in succeeds though the database is lost right after it, and no promise is left rejected', async () => {
  const town = openTown();
  await town.resident(ADA);
  const { store } = town;
  const change = store.change.bind(store);
  vi.spyOn(store, 'change').mockImplementationOnce(async (asked) => {
    const committed = await change(asked);
    vi.spyOn(store, 'stateOf').mockRejectedValueOnce(new Error('the connection was lost'));
    return committed;
  });
  expect(await town.person().call('signIn', { email: ADA.email, password: ADA.password })).toMatchObject({
    status: 200,
  });
});

test('an account whose password is changed meanwhile is not deleted with the old one', async () => {
  const town = openTown();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  const account = await town.idOf(BEN.email);
  await changesMeanwhile(town, account);
  expect(await ben.call('deleteAccount', { password: BEN.password })).toMatchObject(WRONG);
  expect(await passwordHash(town.store.db, account)).toBe('another');
  expect(recorded(town.store, ['AccountDeleted'])).toEqual([]);
});

test('an address is not confirmed with a password that is changed meanwhile, and its link stays valid', async () => {
  const town = openTown();
  await town.person().call('register', ADA);
  const token = tokenIn((await town.mailTo(ADA.email, 'Confirm')).text);
  await changesMeanwhile(town, await town.idOf(ADA.email));
  const visitor = town.person();
  expect(await visitor.call('confirmEmail', { token, password: ADA.password })).toMatchObject(WRONG);
  expect((await visitor.ask('confirmation', { token })).body).toMatchObject({ kind: 'verify' });
  expect(recorded(town.store, ['EmailVerified'])).toEqual([]);
});

test('another address is not requested with a password that is changed meanwhile', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  await changesMeanwhile(town, await town.idOf(ADA.email));
  const asked = { email: 'next@example.com', password: ADA.password };
  expect(await ada.call('changeEmail', asked)).toMatchObject(WRONG);
  expect(recorded(town.store, ['EmailChangeRequested'])).toEqual([]);
});
