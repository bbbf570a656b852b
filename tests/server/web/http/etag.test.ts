import { expect, test } from 'vitest';
import { matchesETag } from '#server/web/http/responses.ts';

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
