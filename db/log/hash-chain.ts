import { hash } from 'node:crypto';

/** The fields of an event that its hash covers: everything stored, in an order that never changes. */
export interface HashedFields {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly at: number;
  readonly correlation: string;
  readonly causation: string | null;
  readonly data: string;
}

/** An event as stored. */
export interface EventRow extends HashedFields {
  readonly hash: string;
}

/** The end of the log: the last event's position, and the hash over all events up to it. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

/** The hash before the first event. */
export const GENESIS = '0'.repeat(64);

/**
 * SHA-256, in hexadecimal, over the previous event's hash and this event as stored (personal data as ciphertext, so that
 * forgetting a person leaves the chain whole). Fields are joined by newlines; only the last, the JSON, could hold one
 * and JSON escapes it.
 */
export function chainHash(previous: string, event: HashedFields): string {
  const { position, stream, revision, id, type, version, at, correlation, causation, data } = event;
  const text = `${previous}\n${position}\n${stream}\n${revision}\n${id}\n${type}\n${version}\n${at}\n${correlation}\n${causation ?? '-'}\n${data}`;
  return hash('sha256', text, 'hex');
}
