import type { z } from 'zod';

/** What is said of input that a schema refuses without words of its own: browsers send none such, people may. */
const WORDS = new Map<string | undefined, string>([
  ['unrecognized_keys', 'There’s something here we didn’t ask for.'],
  ['too_big', 'This is too long or too large.'],
  ['too_small', 'This is too short or too small.'],
  ['invalid_value', 'Choose one of the answers listed.'],
]);

export function wordedIssue({ code, input }: z.core.$ZodRawIssue): string {
  if (input === undefined) return 'This answer is missing.';
  return WORDS.get(code) ?? 'We can’t read this answer.';
}
