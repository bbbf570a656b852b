/**
 * How a request names its page owner, the account that the page was rendered for: a script by a header, a form by the name of a field.
 * A mark stands for the account. It is no secret.
 */

const HEADER = 'x-page-owner';
const FIELD = 'pageOwner.';

/** Headers of a call that a page of this account sends. An empty mark: its visitor knows of being signed out. */
export function pageOwnerHeaders(mark: string): Readonly<Record<string, string>> {
  return { [HEADER]: mark };
}

/** The mark in the headers of a call; null for none. */
export function pageOwnerIn(headers: Headers): string | null {
  return headers.get(HEADER);
}

/**
 * The name of a form and of its first field. The mark is part of the name, because browsers restore typed values into a form, on Back,
 * by these names: another account's form has other names and gets none of them.
 */
export function pageOwnerField(mark: string): string {
  return FIELD + mark;
}

/** The mark in the name of a field; null for any other field. */
export function pageOwnerInName(name: string): string | null {
  return name.startsWith(FIELD) ? name.slice(FIELD.length) : null;
}
