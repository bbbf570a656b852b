/**
 * Milliseconds left of a pause; 0 when it never began. An instant later than now was recorded while the clock was ahead, and
 * counts as never.
 */
export function pauseLeft(since: number | null, length: number, now: number): number {
  return since === null || since > now ? 0 : Math.max(0, since + length - now);
}
