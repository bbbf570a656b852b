import { expect, test } from 'vitest';
import { matchesETag, weakETag } from '#server/web/http/responses.ts';

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" , "c"', '"b, c", "a"', '*', ' * '])(
  'If-None-Match: %s names version "a"',
  (header) => {
    expect(matchesETag(header, '"a"')).toBe(true);
  },
);

test.each([undefined, '', 'a', '"A"', '"b"', 'W/"b", "ab"', '"a', '"*"'])(
  'If-None-Match: %s does not name version "a"',
  (header) => {
    expect(matchesETag(header, '"a"')).toBe(false);
  },
);

test('the tag of a version is weak, names it, and changes with its content', () => {
  const tag = weakETag('one');
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(matchesETag(tag, tag)).toBe(true);
  expect(matchesETag(tag, weakETag('other'))).toBe(false);
});
