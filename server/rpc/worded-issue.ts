import type { z } from 'zod';

/** What is said of input that a schema refuses without words of its own: browsers send none such, people may. */
const WORDS = new Map<string | undefined, string>([
  ['unrecognized_keys', 'There is something here that nobody asked for.'],
  ['too_big', 'This is too long or too large.'],
  ['too_small', 'This is too short or too small.'],
  ['invalid_value', 'Choose one of the answers on offer.'],
]);

export function wordedIssue({ code, input }: z.core.$ZodRawIssue): string {
  if (input === undefined) return 'An answer is missing here.';
  return WORDS.get(code) ?? 'This cannot be understood as it stands.';
}
