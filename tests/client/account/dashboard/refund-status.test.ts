/** The state of a refund on every page that shows it to the customer. */
import { describe, expect, test } from 'vitest';
import type { AppRpc } from '#shared/calls/contract.ts';
import type {
  BookingSummary,
  DashboardCards,
  ManagedBooking,
  RefundProgress,
  RefundReason,
} from '#shared/booking/managed-booking.ts';
import { booked } from '../../manage/booked.ts';
import { rendered } from '../../routes/rendered.ts';

const USER = {
  formToken: 'a-token',
  name: 'Ann Lee',
  email: 'ann@example.com',
  role: 'user',
  emailVerified: true,
  createdAt: 0,
} as const;

interface Refund {
  readonly state: 'cancelled' | 'refunded';
  readonly reason: RefundReason;
  readonly refund: RefundProgress;
}

function summaryOf({ eventId, service, date, claim, today, money }: ManagedBooking, refund: Refund): BookingSummary {
  const { paidCents, refundedCents } = money;
  const visit = { eventId, service, date, claim, area: 'Ojai' };
  return {
    ...visit,
    ...refund,
    isUpcoming: false,
    paidCents,
    refundedCents,
    isOutside: false,
    freeChangesThrough: null,
    today,
    canCorrect: false,
    next: 'book-again',
  };
}

/** The texts about the refund on the dashboard's cards, in the list and on the booking's page. */
async function pagesAbout(refunded: Refund) {
  const { state, reason, refund } = refunded;
  const cents = (is: boolean) => (is ? 29_900 : 0);
  const sums = { paidCents: 29_900, refundingCents: 29_900, refundedCents: cents(refund === 'succeeded') };
  const booking = booked({
    state,
    now: { canReschedule: false, cancel: null },
    freeChangesThrough: null,
    policy: reason === 'cancelled' ? 'two-days-notice' : null,
    calendarPath: null,
    money: { ...sums, isOutside: false, isWithheld: false, refund, reason, surplus: null },
    history: [{ at: 0, kind: 'RefundRequested', cents: 29_900, currency: 'usd', isOutside: false, reason }],
  });
  const row = summaryOf(booking, refunded);
  const money: DashboardCards['money'] = { ...sums, failingCents: cents(refund === 'failed') };
  const calls: Partial<AppRpc> = {
    session: async () => ({ authenticated: true, user: USER }),
    dashboard: async () => ({ cards: { nextVisit: null, freeChanges: null, money }, rows: [row], total: 1 }),
    bookings: async () => ({
      rows: [row],
      counts: { all: 1, upcoming: 0, completed: 0, cancelled: 1 },
      page: 1,
      pages: 1,
    }),
    managedBooking: async () => booking,
  };
  const show = async (path: string) => (await rendered(path, null, calls)).text;
  const dashboard = await show('/app');
  const page = await show('/booking/booking-1');
  return {
    card: dashboard.slice(0, dashboard.indexOf('Bookings')),
    list: await show('/app/bookings?filter=cancelled'),
    page: page.slice(0, page.indexOf('What happened')),
    change: await show('/booking/booking-1/cancel'),
  };
}

describe('the state of a refund is the same on the dashboard, in the list and on the booking’s page', () => {
  test.each([
    ['requested', /on its way back/, /not gone through|gone back|given back/],
    ['failed', /gone through yet\. We(?:’ll)? keep trying/, /on its way|gone back|given back/],
    ['succeeded', /We’ve sent .* back|refunded/, /on its way|not gone through/],
  ] as const)('%s', async (refund, words, others) => {
    const { card, list, page } = await pagesAbout({ state: 'cancelled', reason: 'cancelled', refund });
    for (const text of [card, list, page]) {
      expect(text).toMatch(words);
      expect(text).not.toMatch(others);
    }
  });
});

describe('a slot that was lost before its payment arrived', () => {
  test.each([
    ['requested', 'Not booked', 'The money is on its way back.', 'your money goes back'],
    ['failed', 'Not booked', 'The refund hasn’t gone through yet. We’ll keep trying.', 'your money goes back'],
    ['succeeded', 'Refunded', 'The money has gone back.', 'your money has gone back'],
  ] as const)('is reported as lost, the refund %s', async (refund, name, money, title) => {
    const { list, page } = await pagesAbout({ state: 'refunded', reason: 'slot-lost', refund });
    expect(list).toContain(name);
    expect(list).toContain(`This time was gone when your payment arrived. ${money}`);
    expect(list).toContain('Pick another time');
    expect(page).toContain(`This time was lost, and ${title}`);
    expect(page).toContain(
      'Your payment arrived after our hold on this time had ended, and it was gone. We’re sorry. ',
    );
    expect(page).toContain(name);
    for (const text of [list, page])
      expect(text).not.toMatch(/This visit is canceled|Move|Cancel the visit|free changes|Policy/i);
  });
});
