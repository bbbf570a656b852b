import type { Flash } from '#shared/flash.ts';
import type { Cookies } from './cookies.ts';
import { openJson, sealJson } from './sealed-json.ts';
import type { Sealer } from './sealing.ts';

const COOKIE = 'kept';
const PURPOSE = 'kept';
const LIFE_SECONDS = 600;
/** Beside the flash and all else there has to be room for it in the 16 KB of headers that the server takes. */
const LONGEST = 2000;

/** What was typed into the form of a page. */
export interface Kept {
  readonly page: string;
  readonly values: Flash['values'];
}

/** Keeps it, sealed, for ten minutes from now, however often it is looked for. Returns false when it is too much for that. */
export function keep(cookies: Cookies, sealer: Sealer, owner: string, kept: Kept): boolean {
  const text = sealJson(sealer, PURPOSE, kept);
  if (text === null || text.length > LONGEST) return false;
  cookies.set(COOKIE, `${owner}.${text}`, { maxAgeSeconds: LIFE_SECONDS });
  return true;
}

/** The account or browser that may have what is kept; null when nothing is. */
export function ownerOfKept(cookies: Cookies): string | null {
  return cookies.get(COOKIE)?.split('.')[0] ?? null;
}

/** What is kept; null when there is nothing. */
export function readKept(cookies: Cookies, sealer: Sealer): Kept | null {
  return openJson(sealer, PURPOSE, cookies.get(COOKIE)?.split('.')[1] ?? '') as Kept | null;
}

export function dropKept(cookies: Cookies): void {
  cookies.delete(COOKIE);
}
