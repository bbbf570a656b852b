/** How a page tells which account it was rendered for: its script by a header, a form by the name of a field. */

export const FORM_TOKEN_HEADER = 'x-form-token';

const FIELD = 'formToken.';

/**
 * The name of a form and of its first field. The token is part of the name, because browsers restore typed values into a form, on Back,
 * by these names: another account's form has other names and gets none of them.
 */
export function formTokenField(token: string): string {
  return FIELD + token;
}

/** The token in the name of a field; null for any other field. */
export function formTokenIn(name: string): string | null {
  return name.startsWith(FIELD) ? name.slice(FIELD.length) : null;
}
