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

/** What waits behind a flash for another page, until its owner is known. It is shown to nobody before. */
export interface Kept {
  /** Whoever may have it. */
  readonly owner: string;
  readonly flash: Flash;
}

interface Left {
  readonly flash: Flash;
  readonly kept: Kept | null;
}

interface Flashed extends Pick<Left, 'flash'> {
  /** Missing in cookies of earlier days. */
  readonly kept?: Kept | null;
  readonly expiresAt: number;
}

function withValues({ flash, kept }: Left, change: (values: Flash['values']) => Flash['values']): Left {
  const changed = (each: Flash) => ({ ...each, values: change(each.values) });
  return { flash: changed(flash), kept: kept && { ...kept, flash: changed(kept.flash) } };
}

/**
 * Leaves a flash for the next page. What a visitor typed is sealed; when it is too much for cookies, what is too long stays
 * behind first, and then all of it.
 */
export function leaveFlash(
  cookies: Cookies,
  sealer: Sealer,
  flash: Flash,
  now: number,
  kept: Kept | null = null,
): void {
  const left = { flash, kept };
  const parts = [left, withValues(left, withoutLongValues), withValues(left, () => ({}))]
    .map((candidate) => split(pack(sealer, candidate, now + LIFE_SECONDS * 1000)))
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
export function readFlash(cookies: Cookies, sealer: Sealer, page: string, now: number): Flash | null {
  if (cookies.get(NAMES[0] ?? '') === null) return null;
  const flash = read(cookies, sealer, now)?.flash;
  if (flash?.page === page && flash.notice === undefined) return flash;
  dropFlash(cookies);
  return flash?.page === page ? flash : null;
}

/** What waits behind the flash of this page. */
export function keptBehind(cookies: Cookies, sealer: Sealer, page: string, now: number): Kept | null {
  const left = read(cookies, sealer, now);
  return left?.flash.page === page ? left.kept : null;
}

function read(cookies: Cookies, sealer: Sealer, now: number): Left | null {
  const parts = NAMES.map((name) => cookies.get(name));
  return parts[0] === null ? null : unpack(sealer, parts.join(''), now);
}

/** Takes a flash away: what it was about is done. */
export function dropFlash(cookies: Cookies): void {
  for (const name of NAMES) cookies.delete(name);
}

function pack(sealer: Sealer, left: Left, expiresAt: number): string {
  return sealer.seal(PURPOSE, deflateRawSync(JSON.stringify({ ...left, expiresAt })));
}

function unpack(sealer: Sealer, text: string, now: number): Left | null {
  const opened = sealer.open(PURPOSE, text);
  if (!opened) return null;
  const json = inflateRawSync(opened, { maxOutputLength: MOST_INFLATED }).toString();
  const { flash, kept, expiresAt } = JSON.parse(json) as Flashed;
  return expiresAt > now ? { flash, kept: kept ?? null } : null;
}

function split(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PART) }, (_, index) =>
    text.slice(index * PART, (index + 1) * PART),
  );
}
