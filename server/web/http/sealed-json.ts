import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sealer } from './sealing.ts';

/** Bytes of JSON. Typed forms are far smaller; larger values are neither sealed nor opened. */
const MOST_BYTES = 32 * 1024;

/** A value as encrypted text for a cookie; null when it is too large. */
export function sealJson(sealer: Sealer, purpose: string, value: unknown): string | null {
  const json = Buffer.from(JSON.stringify(value));
  return json.length > MOST_BYTES ? null : sealer.seal(purpose, deflateRawSync(json));
}

/** The decrypted value; null for any text that `sealJson` did not make. */
export function openJson(sealer: Sealer, purpose: string, text: string): unknown {
  const opened = sealer.open(purpose, text);
  if (!opened) return null;
  try {
    return JSON.parse(inflateRawSync(opened, { maxOutputLength: MOST_BYTES }).toString());
  } catch {
    // Encrypted with this secret by another release of the site.
    return null;
  }
}
