/**
 * Limits of the input of calls and forms. Forms and calls of this site stay far below them. Both checks read each character once.
 */

/** Levels of arrays and objects in JSON. */
export const DEPTH_LIMIT = 8;
/** Fields of a form; members of all arrays and objects of JSON. The booking form has 55. */
export const FIELD_LIMIT = 200;
/** Characters of a field's name. */
export const NAME_LIMIT = 100;
/** Characters of a field's value, and of a string literal in JSON. */
export const VALUE_LIMIT = 8000;

export type InputFault = 'too-deep' | 'too-large';

/** What is wrong with JSON, before it is parsed; null for nothing. The parser decides whether it is valid JSON. */
export function faultOfJson(text: string): InputFault | null {
  let depth = 0;
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') {
      const end = endOfString(text, index);
      if (end - index > VALUE_LIMIT) return 'too-large';
      index = end;
    } else if (char === '[' || char === '{') {
      depth += 1;
      members += 1;
    } else if (char === ']' || char === '}') {
      depth -= 1;
    } else if (char === ',') {
      members += 1;
    }
    if (depth > DEPTH_LIMIT) return 'too-deep';
    if (members > FIELD_LIMIT) return 'too-large';
  }
  return null;
}

/** The index of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

/** Whether the body of a form has too many fields, before it is parsed; counts separators. */
export function hasTooManyFields(body: string, separator: string): boolean {
  let fields = 1;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
    fields += 1;
    if (fields > FIELD_LIMIT) return true;
  }
  return false;
}

/** Whether a form has too many fields, or one that is too long. */
export function areTooLarge(fields: readonly (readonly [string, unknown])[]): boolean {
  const isLarge = ([name, value]: readonly [string, unknown]) =>
    name.length > NAME_LIMIT || (typeof value === 'string' && value.length > VALUE_LIMIT);
  return fields.length > FIELD_LIMIT || fields.some(isLarge);
}
