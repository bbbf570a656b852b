import { expect, test } from 'vitest';
import { isKnownVersion, versionTag } from '#server/web/http/known-version.ts';

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

test('the tag of a version is weak, names it, and changes with its content', () => {
  const tag = versionTag('one');
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(isKnownVersion(tag, tag)).toBe(true);
  expect(isKnownVersion(tag, versionTag('other'))).toBe(false);
});
