import type { Flash } from '#shared/flash.ts';
import type { Cookies } from './cookies.ts';
import { openJson, sealJson } from './sealed-json.ts';
import type { Sealer } from './sealing.ts';

const PURPOSE = 'flash';
const LIFE_SECONDS = 600;
/** Browsers take 4,096 bytes a cookie, name and attributes included; the server takes 16 KB of headers in all. */
const PART = 3500;
const MOST_PARTS = 3;

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
    .map((candidate) => split(sealJson(sealer, PURPOSE, { ...flash, values: candidate })))
    .find((candidate) => candidate.length > 0);
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
  const text = NAMES.map((name) => cookies.get(name)).join('');
  return openJson(sealer, PURPOSE, text) as Flash | null;
}

/** Takes a flash away: what it was about is done. */
export function dropFlash(cookies: Cookies): void {
  for (const name of NAMES) cookies.delete(name);
}

/** Parts that each fit into a cookie; none when there is nothing, or they would be too many. */
function split(text: string | null): string[] {
  const count = Math.ceil((text?.length ?? 0) / PART);
  if (text === null || count > MOST_PARTS) return [];
  return Array.from({ length: count }, (_, index) => text.slice(index * PART, (index + 1) * PART));
}
