import { describe, expect, test } from 'vitest';
import { cancelBooking, cancelOutcome } from '#events/booking/changing.ts';
import { canBeRefilled } from '#events/booking/refilling.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { DATE, ZONE, at, held, confirmed, forfeited } = facts;

/** Booking closes two hours before a unit starts. */
const MORNING_CLOSES = at('2027-03-16T05:00:00-07:00');
const AFTERNOON_CLOSES = at('2027-03-16T11:00:00-07:00');
const CLOSES = { am: MORNING_CLOSES, pm: AFTERNOON_CLOSES, full: MORNING_CLOSES } as const;

const booked = (claim: Claim): readonly Past[] => [held(claim), confirmed(claim)];
const late = (claim: Claim): readonly Past[] => [...booked(claim), forfeited(claim)];

describe.each(['am', 'pm', 'full'] as const)('cancelling the %s late', (claim) => {
  const last = CLOSES[claim] - 1;
  const outcome = (now: number) => cancelOutcome(given(...booked(claim)).state.booking!, { now, timeZone: ZONE });
  const cancel = (now: number, expects: 'refund' | 'forfeit' | 'keep') =>
    given(...booked(claim)).when((state) =>
      cancelBooking(state, { booking: 'b1', by: 'customer', expects, now, timeZone: ZONE }),
    );

  test('may give the money back while others can book all of its time, and not from then on', () => {
    expect([outcome(last), outcome(last + 1)]).toEqual(['forfeit', 'keep']);
  });

  test('is refused when a possible refund was shown that is no longer possible', () => {
    expect(cancel(last, 'forfeit')).toEqual(forfeited(claim));
    expect(cancel(last + 1, 'forfeit')).toEqual({ refusal: 'terms-changed' });
    expect(cancel(last + 1, 'refund')).toEqual({ refusal: 'terms-changed' });
    expect(cancel(last + 1, 'keep')).toEqual(forfeited(claim));
  });
});

describe('a payment that was kept', () => {
  const canCome = (past: readonly Past[], now: number, booking = 'b1') =>
    canBeRefilled(given(...past).state.day, booking, { date: DATE, now, timeZone: ZONE });

  test.each(['am', 'pm', 'full'] as const)('can be refunded while all of the %s can be booked', (claim) => {
    expect(canCome(late(claim), CLOSES[claim] - 1)).toBe(true);
    expect(canCome(late(claim), CLOSES[claim])).toBe(false);
  });
});
