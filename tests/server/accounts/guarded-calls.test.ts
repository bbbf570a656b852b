import { describe, expect, test } from 'vitest';
import { handlers } from '#server/calls.ts';
import { ADA, BEN, openTown } from './town.ts';

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

test('every call about the own account requires a signed-in user, every call about other accounts an admin', () => {
  const found = Object.entries(handlers).flatMap(([name, { access }]) => (access ? [[name, access]] : []));
  const accounts = new Set<string>(Object.values(GUARDED).flat());
  expect(new Map(found.filter(([name = '']) => accounts.has(name)) as [string, string][])).toEqual(
    new Map(Object.entries(GUARDED).flatMap(([access, names]) => names.map((name) => [name, access] as const))),
  );
});

describe('a call with restricted access', () => {
  test('without script redirects to the sign-in page, and from there back', async () => {
    const town = openTown();
    await town.resident(ADA);
    expect((await town.person().post('changeProfile', {})).location).toBe('/login?redirect=%2Fapp%2Fprofile');
    const ben = await town.resident(BEN);
    const { location } = await ben.post('changeRole', { account: 'x', role: 'admin' });
    expect(location).toBe('/login?reset=session&redirect=%2Fapp%2Fadmin%2Fusers');
  });
});
