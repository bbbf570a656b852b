import { expect, test } from 'vitest';
import { keptUnlessSold } from '#shared/booking/late-cancelling-words.ts';

test('a full day has to be booked again as a whole, and the rule says so', () => {
  expect(keptUnlessSold('the $299', 'half-day')).toBe(
    'we keep the $299, unless someone else books that time. Then you get a full refund.',
  );
  expect(keptUnlessSold('the $499', 'full-day')).toBe(
    'we keep the $499, unless someone else books that whole day. Then you get a full refund.',
  );
});
