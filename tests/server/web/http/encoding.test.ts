import { expect, test } from 'vitest';
import { CODINGS_AT_ONCE, chooseCoding } from '#server/web/http/encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-br, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000 , gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *;q=0.1', 'br'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'br'],
  ['identity;q=0.5, br;q=0.5', 'br'],
])('%s selects %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding);
});

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['zstd;q=0.5, gzip', 'gzip'],
  ['zstd;q=0, br', 'br'],
  ['deflate', null],
])('of content that is compressed for one request, %s selects %s', (accepted, coding) => {
  expect(chooseCoding(accepted, CODINGS_AT_ONCE)).toBe(coding);
});

test.each([undefined, '', 'br;q=0', 'br;q=0, gzip;q=0', '*;q=0', 'zstd', 'identity', 'identity, br;q=0.5', 'bra'])(
  '%s selects no compression',
  (accepted) => {
    expect(chooseCoding(accepted)).toBeNull();
  },
);

test('a client that accepts no available encoding gets the uncompressed response', () => {
  expect(chooseCoding('identity;q=0, zstd')).toBeNull();
});
