import { expect, test } from 'vitest';
import { type Rating, ratingOf } from '#shared/measuring/vitals.ts';

test.each<[Parameters<typeof ratingOf>[0], number, Rating]>([
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
  ['dom_content_loaded', 1800, 'good'],
  ['dom_content_loaded', 3000, 'needs-improvement'],
  ['dom_content_loaded', 3001, 'poor'],
  ['load_complete', 2500, 'good'],
  ['load_complete', 4000, 'needs-improvement'],
  ['load_complete', 4001, 'poor'],
  ['slow_resources', 0, 'good'],
  ['slow_resources', 1, 'needs-improvement'],
  ['slow_resources', 3, 'poor'],
])('%s of %d is %s', (measure, value, rating) => {
  expect(ratingOf(measure, value)).toBe(rating);
});
