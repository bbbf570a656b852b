import { hash } from 'node:crypto';

/** The `ETag` of content that is sent in several codings: weak, because its bytes differ from one to the other (RFC 9110, section 8.8.3). */
export function weakETag(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether a client's `If-None-Match` names this version, so that 304 answers it: a list of tags or `*` (RFC 9110, section 13.1.2). It
 * does not matter which tags are weak.
 */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag.replace(/^W\//, '')) ?? false;
}
