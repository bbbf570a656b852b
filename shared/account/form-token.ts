/** Tells which account a page was rendered for: a header, or part of a form field's name. */

export const FORM_TOKEN_HEADER = 'x-form-token';

const FIELD = 'formToken.';

/** Part of the name, so that the browser's Back restores no values into another account's form. */
export function formTokenField(token: string): string {
  return FIELD + token;
}

export function formTokenIn(name: string): string | null {
  return name.startsWith(FIELD) ? name.slice(FIELD.length) : null;
}
