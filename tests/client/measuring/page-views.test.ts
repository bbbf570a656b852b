import { expect, test } from 'vitest';
import { harmlessLocation } from '#client/measuring/page-views.ts';

test.each([
  ['/', '/'],
  ['/book?service=half-day&step=day', '/book?service=half-day'],
  ['/?utm_source=card&utm_campaign=spring&gclid=x1', '/?utm_source=card&utm_campaign=spring&gclid=x1'],
  ['/reset-password?token=secret', '/reset-password'],
  ['/login?email=ada%40example.com&redirect=%2Fapp', '/login'],
  ['/areas?place=93023#map', '/areas'],
  ['/app/admin/users?search=Ada&page=2', '/app/admin/users'],
])('of the address %s, analytics learns %s', (address, told) => {
  expect(harmlessLocation(`https://oak.example${address}`)).toBe(`https://oak.example${told}`);
});
