/** Eight intervals up to each of a measure's two limits, eight beyond. Limits are ends of intervals, so ratings are exact. */
import { LIMITS, type Vital } from '#shared/measuring/vitals.ts';

const STEPS = 8;
const GROWTH = 1.5;

/** A value beyond the last is in one more. */
function endsOf(vital: Vital): number[] {
  const [good, fair] = LIMITS[vital];
  const between = (from: number, to: number) =>
    Array.from({ length: STEPS }, (_, index) => from + ((to - from) * (index + 1)) / STEPS);
  const step = (fair - good) / STEPS;
  const beyond = Array.from(
    { length: STEPS },
    (_, index) => fair + (step * (GROWTH ** (index + 1) - 1)) / (GROWTH - 1),
  );
  return [...between(0, good), ...between(good, fair), ...beyond];
}

export function bucketOf(vital: Vital, value: number): number {
  const ends = endsOf(vital);
  const index = ends.findIndex((end) => value <= end);
  return index < 0 ? ends.length : index;
}

interface Counted {
  readonly bucket: number;
  readonly views: number;
}

/** Interpolated within its interval. Null for no views. */
export function thirdQuartile(vital: Vital, counts: readonly Counted[]): number | null {
  const ends = endsOf(vital);
  const all = counts.reduce((sum, { views }) => sum + views, 0);
  let left = all * 0.75;
  for (const { bucket, views } of counts.toSorted((a, b) => a.bucket - b.bucket)) {
    const from = ends[bucket - 1] ?? 0;
    const to = ends[bucket] ?? from;
    if (left <= views) return from + (to - from) * (left / views);
    left -= views;
  }
  return null;
}
