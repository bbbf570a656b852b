import { hash } from 'node:crypto';

/** Weak, because its bytes differ from one content coding to another (RFC 9110, section 8.8.3). */
export function weakETag(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** Whether 304 answers a client's `If-None-Match` (RFC 9110, section 13.1.2). */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag.replace(/^W\//, '')) ?? false;
}
