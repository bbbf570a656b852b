import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Flash } from '#shared/flash.ts';
import type { Cookies } from './cookies.ts';
import type { Sealer } from './sealing.ts';

const PURPOSE = 'flash';
const LIFE_SECONDS = 600;
/** Browsers take 4,096 bytes a cookie, name and attributes included; the server takes 16 KB of headers in all. */
const PART = 3500;
const MOST_PARTS = 3;
const MOST_INFLATED = 128 * 1024;

const NAMES = Array.from({ length: MOST_PARTS }, (_, index) => `flash${index}`);

/** No honest answer is longer, but for the notes. */
const LONG = 300;

function withoutLongValues(values: Flash['values']): Flash['values'] {
  const isShort = (value: string) => value.length <= LONG;
  return Object.fromEntries(Object.entries(values).map(([name, texts]) => [name, texts.filter(isShort)]));
}

/**
 * Leaves a flash for the next page. What a visitor typed is sealed; when it is too much for cookies, what is too long stays
 * behind first, and then all of it.
 */
export function leaveFlash(cookies: Cookies, sealer: Sealer, flash: Flash): void {
  const { values } = flash;
  const parts = [values, withoutLongValues(values), {}]
    .map((candidate) => split(pack(sealer, { ...flash, values: candidate })))
    .find((candidate) => candidate.length <= MOST_PARTS);
  for (const [index, name] of NAMES.entries()) {
    const part = parts?.[index];
    if (part === undefined) cookies.delete(name);
    else cookies.set(name, part, { maxAgeSeconds: LIFE_SECONDS });
  }
}

/**
 * The flash that was left for this page. It stays while the page is loaded again, so that nothing typed is lost by that, and
 * goes when another page is opened. One that says what was done is shown once.
 */
export function readFlash(cookies: Cookies, sealer: Sealer, page: string): Flash | null {
  if (cookies.get(NAMES[0] ?? '') === null) return null;
  const flash = read(cookies, sealer);
  if (flash?.page === page && flash.notice === undefined) return flash;
  dropFlash(cookies);
  return flash?.page === page ? flash : null;
}

function read(cookies: Cookies, sealer: Sealer): Flash | null {
  const parts = NAMES.map((name) => cookies.get(name));
  return parts[0] === null ? null : unpack(sealer, parts.join(''));
}

/** Takes a flash away: what it was about is done. */
export function dropFlash(cookies: Cookies): void {
  for (const name of NAMES) cookies.delete(name);
}

function pack(sealer: Sealer, flash: Flash): string {
  return sealer.seal(PURPOSE, deflateRawSync(JSON.stringify(flash)));
}

function unpack(sealer: Sealer, text: string): Flash | null {
  const opened = sealer.open(PURPOSE, text);
  if (!opened) return null;
  return JSON.parse(inflateRawSync(opened, { maxOutputLength: MOST_INFLATED }).toString()) as Flash;
}

function split(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PART) }, (_, index) =>
    text.slice(index * PART, (index + 1) * PART),
  );
}
