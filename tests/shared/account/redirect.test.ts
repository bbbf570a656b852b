import { expect, test } from 'vitest';
import { HOME, safeRedirect } from '#shared/account/account.ts';

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
  '/..//evil.example',
  '\u0000//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https://evil.example/app',
  'https://oak.example.evil.example',
  'https://oak.example@evil.example',
  'https://user:secret@oak.example/app',
  'https:evil.example',
  'HTTPS:evil.example',
  'https://a@evil.example/',
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
