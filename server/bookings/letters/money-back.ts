import type { RefundCause } from '#events/booking/booking.ts';

export const MONEY_BACK = 'that they’re getting money back';

/** After this attempt, customer and owner are told again. Attempts are 15 minutes apart by then. */
export const KEEPS_FAILING_FROM = 11;

/** Null if another letter tells why money is refunded. */
const TOLD_BY = {
  cancelled: null,
  'cancelled-by-owner': null,
  'slot-lost': 'slot-lost',
  'paid-twice': 'payment-returned',
  traded: 'payment-returned',
  'wrong-amount': 'payment-returned',
  refilled: 'kept-payment-returned',
  goodwill: 'kept-payment-returned',
  'after-visit': 'visit-refunded',
} as const satisfies Readonly<Record<RefundCause, string | null>>;

type TellingLetter = Exclude<(typeof TOLD_BY)[RefundCause], null>;

export type CauseToldBy<Letter extends TellingLetter> = {
  [Cause in RefundCause]: (typeof TOLD_BY)[Cause] extends Letter ? Cause : never;
}[RefundCause];

export function isToldBy<Letter extends TellingLetter>(
  letter: Letter,
  cause: RefundCause,
): cause is CauseToldBy<Letter> {
  return TOLD_BY[cause] === letter;
}
