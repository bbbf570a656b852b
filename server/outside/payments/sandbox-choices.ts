/** `late`, `later`: paid after the site has closed the checkout. `refund-fails`: only the first attempt at each refund. */
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

export function failingRefundsOf(way: WayToPay): number {
  if (way === 'refund-keeps-failing') return ALWAYS;
  return way.endsWith('refund-fails') ? 1 : 0;
}

/** At once, or after another visitor had time to take the slot. */
export const LANDS_AFTER_MS = { late: 1000, later: 5 * 60_000 } as const;

export const EVIDENCE_MS = 7 * 24 * 3_600_000;
