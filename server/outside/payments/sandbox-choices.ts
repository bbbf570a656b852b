/** What visitors and their banks can choose on the pages of the sandbox. */
/**
 * The buttons of the pay page. `late` and `later`: the payment arrives only after the shop has closed the checkout. Those that
 * end in `refund-fails` make the first attempt at refunding each payment fail, `refund-keeps-failing` makes every attempt fail.
 */
export const WAYS_TO_PAY = [
  'pay',
  'late',
  'later',
  'twice',
  'refund-fails',
  'twice-refund-fails',
  'refund-keeps-failing',
] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];

/** More attempts than a shop makes in a century. */
const ALWAYS = 10_000_000;

/** Number of refunds that fail after paying this way. */
export function failingRefundsOf(way: WayToPay): number {
  if (way === 'refund-keeps-failing') return ALWAYS;
  return way.endsWith('refund-fails') ? 1 : 0;
}

/**
 * How long after the shop has closed a checkout a late payment arrives: at once, or after another visitor had time to take the
 * slot.
 */
export const LANDS_AFTER_MS = { late: 1000, later: 5 * 60_000 } as const;

/** Time to answer a dispute. */
export const EVIDENCE_MS = 7 * 24 * 3_600_000;
