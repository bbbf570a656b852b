import { expect, test } from 'vitest';
import { readEmailSearch, readLoginSearch, readTokenSearch } from '#client/account/auth-search.ts';

test.each(['ann@example.com', 'a@b.c'])('%s is an email address', (email) => {
  expect(readEmailSearch({ email })).toEqual({ email });
});

test.each(['', 'ann', 'ann@example', 'ann @example.com', 'a@b@c.d', `${'a'.repeat(300)}@example.com`, 7])(
  '%s is no email address',
  (email) => {
    expect(readEmailSearch({ email })).toEqual({});
  },
);

test.each(['/app', '/', '//anywhere', 'https://anywhere.example', 'HTTP://anywhere.example'])(
  '%s is accepted as a redirect',
  (redirect) => {
    expect(readLoginSearch({ redirect, reset: 'session' })).toEqual({ redirect, reset: 'session' });
  },
);

test.each(['app', 'javascript:alert(1)', 'ftp://anywhere.example', '', 1])('%s is no redirect', (redirect) => {
  expect(readLoginSearch({ redirect })).toEqual({});
});

test('an empty token is ignored', () => {
  expect(readTokenSearch({ token: '' })).toEqual({});
  expect(readTokenSearch({ token: 'abc' })).toEqual({ token: 'abc' });
});
