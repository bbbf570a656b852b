import type { BookingStory, StoryPayment } from '#shared/owner/booking-story.ts';

/** A payment that was kept. */
export function paid(changed: Partial<StoryPayment> = {}): StoryPayment {
  return {
    payment: 'payment-1',
    isOutside: false,
    cents: 29_900,
    currency: 'usd',
    refund: 'none',
    refundReason: null,
    refundId: null,
    refundCents: null,
    byHand: [],
    disputes: [],
    failures: 0,
    failure: null,
    ...changed,
  };
}

/** The story of a booking to which nothing can be done. */
export function told(changed: Partial<BookingStory> = {}): BookingStory {
  return {
    eventId: 'booking-1',
    service: 'half-day',
    date: '2027-03-09',
    claim: 'am',
    state: 'confirmed',
    area: 'Ojai',
    tasks: [],
    priceCents: 29_900,
    isPaidOutside: false,
    freeChangesThrough: '2027-03-07',
    policy: 'two-days-notice',
    today: '2027-03-01',
    customer: null,
    payments: [paid()],
    mails: [],
    lines: [],
    actions: { complete: false, noShow: false, undoUntil: null, cancel: null, correct: false, goodwillCents: null },
    ...changed,
  };
}
