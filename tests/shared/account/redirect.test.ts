import { expect, test } from 'vitest';
import { HOME, isRedirect, safeRedirect } from '#shared/account/redirect.ts';

const ORIGIN = 'https://oak.example';

test.each([
  ['/app', '/app'],
  ['/app/profile?tab=devices#top', '/app/profile?tab=devices#top'],
  ['/', '/'],
  ['https://oak.example/app/admin?page=2', '/app/admin?page=2'],
  ['HTTPS://OAK.EXAMPLE/app', '/app'],
  ['/a/../app', '/app'],
  ['/app/%61%64min/users?search=%61', '/app/admin/users?search=%61'],
  ['/manage/%2Fevil.example%5C', '/manage/%2Fevil.example%5C'],
  ['/book?next=//evil.example', '/book?next=//evil.example'],
])('%s leads to %s', (value, path) => {
  expect(safeRedirect(value, ORIGIN)).toBe(path);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/app/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https://evil.example/app',
  'https://oak.example.evil.example',
  'https://oak.example@evil.example',
  'https://user:secret@oak.example/app',
  'https:evil.example',
  'https:/evil.example',
  'http://oak.example/app',
  'https://oak.example:8443/app',
  'https://[',
  'javascript:alert(1)',
  'data:text/html,hello',
  'app',
  '',
  ' /app',
  undefined,
  null,
  7,
])('%j leads to the dashboard', (value) => {
  expect(safeRedirect(value, ORIGIN)).toBe(HOME);
});

test.each([
  '/login',
  '/LOGIN/',
  '/%6Cogin',
  '/login?redirect=/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
])('%s is no destination: it would only send a signed-in visitor on', (value) => {
  expect(safeRedirect(value, ORIGIN)).toBe(HOME);
});

test.each([
  ['/app/profile/export', '/app/profile'],
  ['/app/admin/stats/users.csv', '/app/admin/stats'],
  ['https://oak.example/app/profile/export/?now', '/app/profile'],
  ['/app/profile/%65xport', '/app/profile'],
  ['/booking/0190/calendar.ics', '/booking/0190'],
  ['/manage/secret/calendar.ics', '/manage/secret'],
])('%s is a file, and leads to its page: a browser would save it and stay', (value, path) => {
  expect(safeRedirect(value, ORIGIN)).toBe(path);
});

test('only what begins with a slash or is an http(s) address counts as a redirect', () => {
  const yes = ['/', '/app', '//x', 'http://x', 'https://x'];
  const no = ['', 'app', 'ftp://x', 'https', 'javascript:1', null, undefined, 1];
  expect(yes.filter((value) => !isRedirect(value))).toEqual([]);
  expect(no.filter((value) => isRedirect(value))).toEqual([]);
});
