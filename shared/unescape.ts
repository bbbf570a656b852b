/** Letters, digits and `-._~` that are escaped all the same: it makes no other address (RFC 3986 section 6.2.2.2). */
const NEEDLESSLY_ESCAPED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

/** A path without needless escapes. */
export function unescapeNeedless(path: string): string {
  return path.replaceAll(NEEDLESSLY_ESCAPED, (escaped) => decodeURIComponent(escaped));
}
