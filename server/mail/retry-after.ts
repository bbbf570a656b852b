/** The longest that a provider's word to wait is followed, in milliseconds: then it is asked again all the same. */
const LONGEST_MS = 60 * 60_000;

/** Milliseconds to wait by a `Retry-After` header, seconds or a date; 0 when it says nothing that can be understood. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const value = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_MS);
}
