import { type BookingSummary, type DashboardCards, whyLost } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { LOST } from './booking-states.ts';

export function refundsNote({ refundingCents, refundedCents, failingCents }: DashboardCards['money']): string {
  if (refundingCents === 0) return 'In total. No refunds.';
  const waiting = refundingCents - refundedCents - failingCents;
  const parts = [
    refundedCents > 0 ? `${formatCents(refundedCents)} refunded.` : null,
    waiting > 0 ? `${formatCents(waiting)} on its way back.` : null,
    failingCents > 0 ? `The refund of ${formatCents(failingCents)} hasn’t gone through yet. We’ll keep trying.` : null,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

const OWED_DIRECTLY = 'We owe you the money, and give it back directly.';

/** For one booking that is over; empty if there is nothing to say. */
export function refundNote({
  state,
  refund,
  reason,
  isOutside,
}: Pick<BookingSummary, 'state' | 'refund' | 'reason' | 'isOutside'>): string {
  const lost = whyLost(state, reason);
  const why = lost === null ? '' : `${LOST[lost].brief} `;
  switch (refund) {
    case 'none':
      return state === 'forfeited' ? 'We kept the payment.' : '';
    case 'requested':
      return isOutside ? OWED_DIRECTLY : `${why}The money is on its way back.`;
    case 'succeeded':
      return `${why}The money has gone back.`;
    case 'failed':
      return `${why}The refund hasn’t gone through yet. We’ll keep trying.`;
  }
}
