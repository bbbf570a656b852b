import { describe, expect, test } from 'vitest';
import type { Role, Session } from '#shared/account/account.ts';
import { accessAskedBy, refuseAccess, signInPath, turnAway } from '#shared/account/page-access.ts';

function session(role: Role | null): Session {
  if (role === null) return { authenticated: false, user: null };
  const user = { formToken: 'ada', name: 'Ada', email: 'ada@example.com', role, emailVerified: true, createdAt: 0 };
  return { authenticated: true, user };
}

describe('who may go where', () => {
  test.each([
    [null, 'user', 'not-signed-in'],
    [null, 'admin', 'not-signed-in'],
    ['user', 'user', null],
    ['user', 'admin', 'not-allowed'],
    ['admin', 'user', null],
    ['admin', 'admin', null],
  ] as const)('%s under %s pages: %s', (role, access, refusal) => {
    expect(refuseAccess(role, access)).toBe(refusal);
  });
});

test.each([
  ['/app', 'user'],
  ['/app/profile', 'user'],
  ['/app/administer', 'user'],
  ['/app/admin', 'admin'],
  ['/APP/Admin/', 'admin'],
  ['/app/admin/users', 'admin'],
] as const)('%s asks for a(n) %s', (path, access) => {
  expect(accessAskedBy(path)).toBe(access);
});

describe('a visitor who is turned away', () => {
  test('is sent to sign in and back', () => {
    expect(turnAway(session(null), 'user', '/app/profile')).toEqual({ redirect: '/app/profile' });
    expect(turnAway(session('user'), 'user', '/app')).toBeNull();
  });

  test('is marked by the admin area, signed in or not', () => {
    const marked = { reset: 'session', redirect: '/app/admin/users?page=2' };
    expect(turnAway(session(null), 'admin', '/app/admin/users?page=2')).toEqual(marked);
    expect(turnAway(session('user'), 'admin', '/app/admin/users?page=2')).toEqual(marked);
    expect(turnAway(session('admin'), 'admin', '/app/admin')).toBeNull();
  });

  test('gets an address that cannot be broken out of', () => {
    expect(signInPath('not-signed-in', '/app?a=1&b=2')).toBe('/login?redirect=%2Fapp%3Fa%3D1%26b%3D2');
    expect(signInPath('not-allowed', '/app/admin')).toBe('/login?reset=session&redirect=%2Fapp%2Fadmin');
  });
});
