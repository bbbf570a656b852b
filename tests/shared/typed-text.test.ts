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
