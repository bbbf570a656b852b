/**
 * Whether a client's `If-None-Match` names this version, so that 304 answers it: a list of tags, weak or strong, or `*` (RFC 9110, section
 * 13.1.2). `etag` is strong.
 */
export function isKnownVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
