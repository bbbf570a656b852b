import { hash } from 'node:crypto';

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

export interface EventRow extends HashedFields {
  readonly hash: string;
}

/** The last event's position, and the hash over all events up to it. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

export const GENESIS = '0'.repeat(64);

/** Over ciphertext, so that forgetting keeps the chain intact. Only the JSON could contain a newline, and escapes it. */
export function chainHash(previous: string, event: HashedFields): string {
  const { position, stream, revision, id, type, version, at, correlation, causation, data } = event;
  const text = `${previous}\n${position}\n${stream}\n${revision}\n${id}\n${type}\n${version}\n${at}\n${correlation}\n${causation ?? '-'}\n${data}`;
  return hash('sha256', text, 'hex');
}
