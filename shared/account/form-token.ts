/** How a page tells which account it was rendered for: by a header or the name of a form's field. */

export const FORM_TOKEN_HEADER = 'x-form-token';

const FIELD = 'formToken.';

/**
 * Part of the name, because on Back browsers restore typed values by the names of fields: another account's form gets none of
 * them.
 */
export function formTokenField(token: string): string {
  return FIELD + token;
}

export function formTokenIn(name: string): string | null {
  return name.startsWith(FIELD) ? name.slice(FIELD.length) : null;
}
