import { expect, test } from 'vitest';
import { factsLine } from '#client/owner/customer-words.ts';

test('what is known of a customer has no gaps, and no line of it can start with a separator', () => {
  const line = factsLine(['(805) 555-0177', '', null, 'Ojai']);
  expect(line.replaceAll('\u00A0', ' ')).toBe('(805) 555-0177 · Ojai');
  expect(line).not.toMatch(/ ·/);
});
