/** Far above what the site's own pages send. */

export const DEPTH_LIMIT = 8;
/** Of a form; members of all arrays and objects of JSON. The booking form has 55. */
export const FIELD_LIMIT = 200;
export const NAME_LIMIT = 100;
export const VALUE_LIMIT = 8000;

type JsonFault = 'too-deep' | 'too-large';

export function faultOfJson(json: unknown): JsonFault | null {
  let members = 0;
  const faultOf = (value: unknown, depth: number): JsonFault | null => {
    if (typeof value === 'string' && value.length > VALUE_LIMIT) return 'too-large';
    if (typeof value !== 'object' || value === null) return null;
    if (depth > DEPTH_LIMIT) return 'too-deep';
    members += Object.keys(value).length;
    if (members > FIELD_LIMIT || Object.keys(value).some((name) => name.length > NAME_LIMIT)) return 'too-large';
    return (Object.values(value) as unknown[]).reduce(
      (fault: JsonFault | null, part) => fault ?? faultOf(part, depth + 1),
      null,
    );
  };
  return faultOf(json, 1);
}

export function hasTooManyFields(text: string): boolean {
  return text.split('&', FIELD_LIMIT + 1).length > FIELD_LIMIT;
}

export function hasLongField(form: URLSearchParams): boolean {
  return Array.from(form).some(([name, value]) => name.length > NAME_LIMIT || value.length > VALUE_LIMIT);
}
