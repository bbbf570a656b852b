import { expect, test } from 'vitest';
import { bodyText, hasControls, headerLine } from '#shared/control-characters.ts';

test.each(['\0', '\u0007', '\u0085', '\u061c', '\u200f', '\u2028', '\u202e', '\u2069', '\ufeff'])(
  '%j is found and removed, in a line and in a text of several',
  (mark) => {
    const text = `a${mark}b`;
    expect(hasControls(text)).toBe(true);
    expect([headerLine(text), bodyText(text)]).toEqual(['a b', 'ab']);
  },
);

test('line breaks and tabs stay in a text, and are controls in a line', () => {
  const text = 'a\r\nb\tc\n';
  expect(hasControls(text)).toBe(true);
  expect([headerLine(text), bodyText(text)]).toEqual(['a b c', 'a\nb\tc\n']);
});

test('other text is left as it is', () => {
  expect(hasControls('Zoë 👩🏽‍🔧 said “hi”')).toBe(false);
  expect(headerLine('Zoë 👩🏽‍🔧')).toBe('Zoë 👩🏽‍🔧');
});
