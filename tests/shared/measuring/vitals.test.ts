import { expect, test } from 'vitest';
import { type Rating, type Vital, ratingOf } from '#shared/measuring/vitals.ts';

test.each<[Vital, number, Rating]>([
  ['LCP', 2500, 'good'],
  ['LCP', 2501, 'needs-improvement'],
  ['LCP', 4000, 'needs-improvement'],
  ['LCP', 4001, 'poor'],
  ['FID', 100, 'good'],
  ['FID', 300, 'needs-improvement'],
  ['FID', 301, 'poor'],
  ['CLS', 0.1, 'good'],
  ['CLS', 0.25, 'needs-improvement'],
  ['CLS', 0.26, 'poor'],
  ['FCP', 1800, 'good'],
  ['FCP', 3000, 'needs-improvement'],
  ['FCP', 3001, 'poor'],
  ['TTFB', 200, 'good'],
  ['TTFB', 800, 'needs-improvement'],
  ['TTFB', 801, 'poor'],
  ['INP', 200, 'good'],
  ['INP', 501, 'poor'],
])('%s of %d is %s', (vital, value, rating) => {
  expect(ratingOf(vital, value)).toBe(rating);
});
