import { expect, test } from 'vitest';
import { isKnownVersion } from '#server/web/http/known-version.ts';

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" , "c"', '"b, c", "a"', '*', ' * '])(
  'If-None-Match: %s names version "a"',
  (header) => {
    expect(isKnownVersion(header, '"a"')).toBe(true);
  },
);

test.each([undefined, '', 'a', '"A"', '"b"', 'W/"b", "ab"', '"a', '"*"'])(
  'If-None-Match: %s does not name version "a"',
  (header) => {
    expect(isKnownVersion(header, '"a"')).toBe(false);
  },
);
