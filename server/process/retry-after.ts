const LONGEST_MS = 60 * 60_000;

/** `Retry-After` in ms; 0 if missing or invalid. A date is compared with the response's own, because this clock may be wrong. */
export function retryAfterMs(headers: Readonly<Record<string, string>> | null | undefined, now: number): number {
  const value = headers?.['retry-after']?.trim() ?? '';
  const answeredAt = Date.parse(headers?.['date'] ?? '');
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - (answeredAt || now);
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_MS);
}
