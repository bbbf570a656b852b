/** Escaped letters, digits and `-._~`: escaping them makes no other address (RFC 3986 section 6.2.2.2). */
const NEEDLESSLY_ESCAPED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

/** Paths whose case matters: they contain tokens or are not typed by people. */
const CASED = /^\/(?:_serverFn|assets|manage|calendar|webhooks|dev)\//i;

/** Escapes are matched first: their hexadecimal digits may be in either case. */
const ESCAPE_OR_LETTERS = /%..|[A-Z]+/g;

/** The canonical spelling of a path: lower case, no needless escapes, single slashes and none at the end. */
export function canonicalPath(pathname: string): string {
  const plain = pathname.replaceAll(NEEDLESSLY_ESCAPED, (escaped) => decodeURIComponent(escaped));
  // Slashes are folded, so that the result never starts with `//`, which browsers read as a host.
  const folded = plain.replaceAll(/[/\\]+/g, '/');
  const path = folded === '/' ? folded : folded.replace(/\/$/, '');
  return CASED.test(path)
    ? path
    : path.replaceAll(ESCAPE_OR_LETTERS, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
}
