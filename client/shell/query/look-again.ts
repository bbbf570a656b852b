import type { RefundProgress } from '#shared/managed-booking.ts';

/** Refunds usually arrive within seconds. */
const REFUND_MS = 3000;

/** One that has failed is tried again after longer and longer. */
const FAILED_REFUND_MS = 30_000;

/** After how many milliseconds a page that shows these refunds looks again whether they have arrived; false for not at all. */
export function lookAgainMs(refunds: readonly RefundProgress[]): number | false {
  if (refunds.includes('requested')) return REFUND_MS;
  return refunds.includes('failed') ? FAILED_REFUND_MS : false;
}
