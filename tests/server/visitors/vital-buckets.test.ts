import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketOf, thirdQuartile } from '#server/visitors/vital-buckets.ts';
import { LIMITS, VITALS, type Vital, ratingOf } from '#shared/measuring/vitals.ts';

function counted(vital: Vital, values: readonly number[]) {
  return values.map((value) => ({ bucket: bucketOf(vital, value), views: 1 }));
}

/** The value that three quarters of them do not exceed. */
function exact(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? 0;
}

describe.each(VITALS)('%s', (vital) => {
  const [good, fair] = LIMITS[vital];

  test('the limits are ends of intervals', () => {
    const tiny = good / 1e6;
    expect(bucketOf(vital, good + tiny)).toBe(bucketOf(vital, good) + 1);
    expect(bucketOf(vital, fair + tiny)).toBe(bucketOf(vital, fair) + 1);
    expect(bucketOf(vital, 0)).toBe(0);
    expect(bucketOf(vital, 600_000)).toBe(24);
  });

  test('the third quartile of the counts is in the interval of that of the values, and rated the same', () => {
    const value = fc.double({ min: good / 1000, max: fair * 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
        const quartile = thirdQuartile(vital, counted(vital, values)) ?? -1;
        expect(bucketOf(vital, quartile * (1 - 1e-9))).toBe(bucketOf(vital, exact(values)));
        expect(ratingOf(vital, quartile)).toBe(ratingOf(vital, exact(values)));
      }),
    );
  });
});

test('without page views there is no third quartile', () => {
  expect(thirdQuartile('LCP', [])).toBeNull();
});
