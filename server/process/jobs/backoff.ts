const FIRST_MS = 1000;
const MOST_MS = 15 * 60_000;

/** Doubles from 1 s to 15 min. */
export function backoffCeiling(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
}

/** Milliseconds, random up to the ceiling (full jitter), so that clients do not return all at once. */
export function backoff(failures: number, random: () => number = Math.random): number {
  return Math.max(1, Math.round(backoffCeiling(failures) * random()));
}
