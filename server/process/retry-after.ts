/** The longest that a provider's word to wait is followed, in milliseconds: then it is asked again all the same. */
const LONGEST_MS = 60 * 60_000;

/**
 * Milliseconds to wait by a `Retry-After` header, seconds or a date; 0 when it says nothing that can be understood. A date
 * counts from the response's own, so that a wrong clock of ours does not matter.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>> | null | undefined, now: number): number {
  const value = headers?.['retry-after']?.trim() ?? '';
  const answeredAt = Date.parse(headers?.['date'] ?? '');
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - (answeredAt || now);
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_MS);
}
