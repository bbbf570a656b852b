/**
 * Seals segments of the archived log: whoever can write to the bucket, but has not the key, cannot make one. Hashes alone do not prevent that: they
 * have no secret.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { BrokenChain } from './segment.ts';

const MAC_BYTES = 32;

/** Begins a frame that programs which decompress zstd skip, with its length: it holds the seal. */
const SKIPPED_FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, MAC_BYTES, 0, 0, 0]);

interface SegmentLock {
  readonly secret: string;
  /** The object's name: no other segment can be put in its place. */
  readonly name: string;
}

function macOf(bytes: Uint8Array, { secret, name }: SegmentLock): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'archived log', 32));
  return createHmac('sha256', key).update(`${name}\n`).update(bytes).digest();
}

/** A text that is the same under the same secret, and tells nothing of it. */
export function markOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'archive key', 16)).toString('hex');
}

/** Puts a seal before the bytes of a segment. */
export function sealSegment(bytes: Uint8Array, lock: SegmentLock): Uint8Array {
  return Buffer.concat([SKIPPED_FRAME, macOf(bytes, lock), bytes]);
}

/** The bytes of a segment. Throws `BrokenChain` when they were not sealed under this name with this secret. */
export function openSegment(sealed: Uint8Array, lock: SegmentLock): Uint8Array {
  const all = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const start = SKIPPED_FRAME.length;
  const mac = all.subarray(start, start + MAC_BYTES);
  const bytes = all.subarray(start + MAC_BYTES);
  if (mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(bytes, lock))) return bytes;
  throw new BrokenChain('it was altered, or written under another ARCHIVE_KEY');
}
