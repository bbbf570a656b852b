import { describe, expect, test } from 'vitest';
import { type Role, type Session, accessAskedBy, refuseAccess, turnAway } from '#shared/account/account.ts';

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
});
