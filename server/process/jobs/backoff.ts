const FIRST_MS = 1000;
const MOST_MS = 15 * 60_000;

/** Doubles from 1 s to 15 min. */
export function backoffCeiling(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
}

/** Milliseconds, random up to the ceiling (full jitter), so that clients don't return all at once. */
export function backoff(failures: number, random: () => number = Math.random): number {
  return Math.max(1, Math.round(backoffCeiling(failures) * random()));
}

const LONGEST_MS = 60 * 60_000;

/** 0 if missing or invalid. A date is compared with the response's own, because this clock may be wrong. */
export function retryAfterMs(headers: Readonly<Record<string, string>> | null | undefined, now: number): number {
  const value = headers?.['retry-after']?.trim() ?? '';
  const answeredAt = Date.parse(headers?.['date'] ?? '');
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - (answeredAt || now);
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_MS);
}
