import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BookingActions } from '#client/owner/booking/booking-actions.tsx';
import type { StoryPayment } from '#shared/owner/booking-story.ts';
import { paid, told } from './told.ts';

/** What there is to do about a canceled booking with this payment. */
function toDo(payment: Partial<StoryPayment>): string {
  const story = told({ state: 'cancelled', payments: [paid(payment)] });
  return renderToStaticMarkup(<BookingActions story={story} timeZone="America/Los_Angeles" />);
}

test('there is nothing to do about a canceled booking whose refund succeeded or is pending', () => {
  for (const payment of [
    { refund: 'succeeded' },
    { refund: 'requested' },
    { refund: 'succeeded', isOutside: true },
  ] as const) {
    expect(toDo(payment)).toContain('Nothing.');
  }
});

test('money that the owner has to give back is to do, and so is a refund that failed', () => {
  const owed = toDo({ refund: 'requested', isOutside: true });
  expect(owed).not.toContain('Nothing.');
  expect(owed).toContain('Give the customer their $299 back');
  expect(owed).toContain('href="#payments"');
  const failed = toDo({ refund: 'failed', failures: 1, failure: 'card closed' });
  expect(failed).not.toContain('Nothing.');
  expect(failed).toContain('The refund of $299 failed');
});
