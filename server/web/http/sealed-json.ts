import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sealer } from './sealing.ts';

/** Bytes of JSON. Typed forms are far smaller; larger values are neither sealed nor opened. */
const MOST_BYTES = 32 * 1024;

/** JSON of fewer bytes is not compressed: that takes 30 µs and makes it no smaller. */
const WORTHWHILE = 256;

/** A value as encrypted text; null when it is too large. */
export function sealJson(sealer: Sealer, purpose: string, value: unknown): string | null {
  const json = Buffer.from(JSON.stringify(value));
  if (json.length > MOST_BYTES) return null;
  return sealer.seal(purpose, json.length < WORTHWHILE ? json : deflateRawSync(json));
}

/** The value of plain JSON; undefined for anything else, as what is compressed is. */
function plain(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The decrypted value; null for any text that `sealJson` did not make. */
export function openJson(sealer: Sealer, purpose: string, text: string): unknown {
  const opened = sealer.open(purpose, text);
  if (!opened) return null;
  const value = opened.length < WORTHWHILE ? plain(opened) : undefined;
  if (value !== undefined) return value;
  try {
    return JSON.parse(inflateRawSync(opened, { maxOutputLength: MOST_BYTES }).toString());
  } catch {
    // Encrypted with this secret by another release of the site.
    return null;
  }
}
