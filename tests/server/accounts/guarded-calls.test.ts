import { describe, expect, test } from 'vitest';
import type { Contract } from '#shared/calls/contract.ts';
import { handlers } from '#server/calls.ts';
import { ADA, ALL_USERS, BEN, type Person, openTown } from './town.ts';

/** The required role of each call in the specification; other calls are public. */
const GUARDED = {
  user: [
    'profile',
    'changeProfile',
    'changeEmail',
    'resendVerification',
    'changePassword',
    'endSession',
    'endOtherSessions',
    'deleteAccount',
  ],
  admin: ['users', 'changeRole', 'setDisabled', 'resendVerificationTo', 'signOutUser'],
} as const;

/** Valid input, for calls with input. */
const INPUTS: Partial<Record<keyof Contract, object>> = {
  changeProfile: { name: 'Mallory', phone: '', address: '', area: '' },
  changeEmail: { email: 'mallory@example.com', password: ADA.password },
  changePassword: { current: ADA.password, password: 'eleven green bottles' },
  endSession: { id: 'x' },
  deleteAccount: { password: ADA.password },
  users: ALL_USERS,
  changeRole: { account: 'x', role: 'admin' },
  setDisabled: { account: 'x', isDisabled: true },
  resendVerificationTo: { account: 'x' },
  signOutUser: { account: 'x' },
};

/** Calls it with valid input. Resolves with the status. */
async function statusOf(person: Person, name: keyof Contract): Promise<number> {
  if (name === 'profile') return (await person.ask('profile')).status;
  if (name === 'users') return (await person.users()).status;
  return (await person.call(name, INPUTS[name] ?? {})).status;
}

test('every call about the own account requires a signed-in user, every call about other accounts an admin', () => {
  const found = Object.entries(handlers).flatMap(([name, { access }]) => (access ? [[name, access]] : []));
  const accounts = new Set<string>(Object.values(GUARDED).flat());
  expect(new Map(found.filter(([name = '']) => accounts.has(name)) as [string, string][])).toEqual(
    new Map(Object.entries(GUARDED).flatMap(([access, names]) => names.map((name) => [name, access] as const))),
  );
});

describe('a call with restricted access', () => {
  test.each([...GUARDED.user, ...GUARDED.admin])('%s is refused to a visitor who is not signed in', async (name) => {
    const town = openTown();
    await town.resident(ADA);
    const before = town.store.position;
    const stranger = town.person();
    expect(await statusOf(stranger, name)).toBe(401);
    expect(town.store.position).toBe(before);
  });

  test.each(GUARDED.admin)("%s is refused to an account that is not an admin's", async (name) => {
    const town = openTown();
    await town.resident(ADA);
    const ben = await town.resident(BEN);
    const before = town.store.position;
    expect(await statusOf(ben, name)).toBe(403);
    expect(town.store.position).toBe(before);
  });

  test('is refused before its input is validated', async () => {
    const town = openTown();
    expect(await town.person().call('changeRole', {} as never)).toMatchObject({ status: 401 });
  });

  test('without script redirects to the sign-in page, and from there back', async () => {
    const town = openTown();
    await town.resident(ADA);
    expect((await town.person().post('changeProfile', {})).location).toBe('/login?redirect=%2Fapp%2Fprofile');
    const ben = await town.resident(BEN);
    const { location } = await ben.post('changeRole', { account: 'x', role: 'admin' });
    expect(location).toBe('/login?reset=session&redirect=%2Fapp%2Fadmin%2Fusers');
  });
});
