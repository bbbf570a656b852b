import { expect, test } from 'vitest';
import { cleanContact, cleanLine, cleanLines } from '#shared/typed-text.ts';

test.each([
  ['an emoji of several', '👩🏽‍🔧 ❤️‍🔥 👨‍👩‍👧'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष'],
  ['a Japanese name', '葛󠄀城'],
])('%s keeps its joiners and selectors', (_, text) => {
  expect(cleanLine(text)).toBe(text);
});

test('joiners and selectors that nothing needs are removed', () => {
  expect(cleanLine('Jo\u200dhn\ufe0f \u200cRuiz\u200d')).toBe('John Ruiz');
  expect(cleanContact('१\u200d23')).toBe('१23');
});

test('a letter and its accent become one character', () => {
  expect(cleanLine('E\u0301va')).toBe('Éva');
});

test('lines keep their breaks, tabs and dashes, and lose invisible characters', () => {
  expect(cleanLines(' a\r\nb\rc\u2028d\u000be\t\u00a0f \u2013 g\u200b\u202e ')).toBe('a\nb\nc\nd\ne\t f \u2013 g');
});

test('a line is one line', () => {
  expect(cleanLine(' a\r\nb\u2028c\t\u3000d\u2014e ')).toBe('a b c d-e');
});

test.each([
  ['a line', cleanLine],
  ['lines', cleanLines],
  ['a code', cleanContact],
])('%s with far more accents on one letter than any script has loses the others, in no time', (_, clean) => {
  const disordered = ['\u0345', '\u0315', '\u0300', '\uff9e', '\u0327'].map((mark) => mark.repeat(6000)).join('');
  for (const text of [`a${disordered}`, `a${'\u0345\u200d\uff9e'.repeat(10_000)}`]) {
    const begun = performance.now();
    clean(text);
    expect(performance.now() - begun).toBeLessThan(500);
  }
  expect(clean(`a${'\u0327'.repeat(100)}`).normalize('NFD')).toHaveLength(31);
});

test('clean text stays as it is', () => {
  for (const text of ['12 Main St, Unit 5', 'Zoë O’Brien', '李 小龙']) {
    expect([cleanLine(text), cleanLines(text)]).toEqual([text, text]);
  }
});
