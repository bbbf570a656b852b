import type { RefundProgress } from '#shared/booking/managed-booking.ts';

/** Refunds usually arrive within seconds. */
const REFUND_MS = 3000;

/** The server retries a failed refund with backoff. */
const FAILED_REFUND_MS = 30_000;

/** In milliseconds; false when all have succeeded. */
export function lookAgainMs(refunds: readonly RefundProgress[]): number | false {
  if (refunds.includes('requested')) return REFUND_MS;
  return refunds.includes('failed') ? FAILED_REFUND_MS : false;
}
