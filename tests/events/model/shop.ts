import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/session-type.ts';
import { START, WINDOW_DAYS, datesAhead, startOf, unitsIn } from './calendar.ts';

/**
 * The booking rules told a second time, as a shopkeeper with a wall calendar would keep them: who has which unit, and what
 * became of each payment. Each method says in words what the decision under test must answer.
 */

const PRICE: Readonly<Record<Claim, number>> = { am: 29_900, pm: 29_900, full: 49_900 };
const HALF_AN_HOUR = 30 * 60_000;
const TWO_HOURS = 120 * 60_000;

interface Payment {
  readonly isRight: boolean;
  isKnown: boolean;
  refund: 'none' | 'asked' | 'done';
}

interface Deal {
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly until: number;
  status: 'held' | 'expired' | 'confirmed' | 'refunded';
  isTraded: boolean;
  readonly checkouts: Set<string>;
  readonly payments: Payment[];
}

export class Shop {
  now = START;
  readonly deals = new Map<string, Deal>();
  readonly #calendar = new Map<string, string>();

  deal(name: string): Deal {
    const deal = this.deals.get(name);
    if (!deal) throw new Error(`no deal ${name}`);
    return deal;
  }

  priceOf(name: string): number {
    return PRICE[this.deal(name).claim];
  }

  hold(name: string, date: CivilDate, claim: Claim): string {
    if (this.deals.has(name)) return 'already-held';
    if (this.now >= startOf(date, claim) - TWO_HOURS) return 'too-soon';
    if (datesAhead(date, this.now) > WINDOW_DAYS) return 'too-far';
    if (!this.#isFree(date, claim)) return 'slot-taken';
    this.#write(name, date, claim);
    const until = this.now + HALF_AN_HOUR;
    this.deals.set(name, { date, claim, until, status: 'held', isTraded: false, checkouts: new Set(), payments: [] });
    return 'SlotHeld, UnitsHeld';
  }

  revise(name: string): string {
    const deal = this.deals.get(name);
    return deal && this.#stands(deal) ? 'HoldRevised' : 'not-held';
  }

  checkout(name: string, checkout: string): string {
    const deal = this.deals.get(name);
    if (!deal || !this.#stands(deal)) return 'not-held';
    if (deal.checkouts.has(checkout)) return 'nothing';
    deal.checkouts.add(checkout);
    return 'CheckoutOpened';
  }

  expire(name: string, cause: 'lapsed' | 'replaced', closed: readonly string[]): string {
    const deal = this.deals.get(name);
    if (deal?.status !== 'held') return 'nothing';
    if (cause === 'lapsed' && this.now < deal.until) return 'already-held';
    if (!deal.checkouts.isSubsetOf(new Set(closed))) return 'checkout-open';
    deal.status = 'expired';
    deal.isTraded = cause === 'replaced';
    this.#erase(deal);
    return 'HoldExpired, UnitsReleased';
  }

  /** The old deal makes way for a new one of the same date; when the new one is refused, nothing happened. */
  swap(own: string, name: string, date: CivilDate, claim: Claim, closed: readonly string[]): string {
    const deal = this.deals.get(own);
    if (deal?.status !== 'held' || deal.date !== date) return 'not-held';
    if (!deal.checkouts.isSubsetOf(new Set(closed))) return 'checkout-open';
    this.#erase(deal);
    const answer = this.hold(name, date, claim);
    if (answer !== 'SlotHeld, UnitsHeld') {
      this.#write(own, date, deal.claim);
      return answer;
    }
    deal.status = 'expired';
    deal.isTraded = true;
    return 'HoldExpired, SlotHeld, UnitsReleased, UnitsHeld';
  }

  /** Money arrives at the provider; the shop does not know yet. */
  pay(name: string, isRight: boolean): void {
    this.deal(name).payments.push({ isRight, isKnown: false, refund: 'none' });
  }

  /** The shop is told of every payment of a booking, in order, of some for the first time. */
  fulfil(name: string): string[] {
    return this.deal(name).payments.map((payment) => {
      if (payment.isKnown) return 'nothing';
      payment.isKnown = true;
      const answer = this.#take(name, payment);
      if (answer.includes('RefundRequested')) payment.refund = 'asked';
      return answer;
    });
  }

  #take(name: string, payment: Payment): string {
    const deal = this.deal(name);
    if (!payment.isRight) return 'PaymentCaptured, RefundRequested (wrong-amount)';
    if (deal.status === 'confirmed') return 'PaymentCaptured, RefundRequested (paid-twice)';
    if (deal.status === 'expired' && deal.isTraded) {
      deal.status = 'refunded';
      return 'PaymentCaptured, RefundRequested (traded)';
    }
    const isInTime = this.now < startOf(deal.date, deal.claim);
    const isBack = deal.status === 'expired' && isInTime && this.#isFree(deal.date, deal.claim);
    if (isBack || (deal.status === 'held' && isInTime)) {
      deal.status = 'confirmed';
      this.#write(name, deal.date, deal.claim);
      return `${isBack ? 'SlotReclaimed, ' : ''}PaymentCaptured, BookingConfirmed, UnitsConfirmed`;
    }
    const wasHeld = deal.status === 'held';
    deal.status = 'refunded';
    if (wasHeld) this.#erase(deal);
    return `PaymentCaptured, RefundRequested (slot-lost)${wasHeld ? ', UnitsReleased' : ''}`;
  }

  /** The provider tells how refunds of a booking's payments went, asked for or not. */
  refund(name: string, isDone: boolean): string[] {
    return this.deal(name).payments.map((payment) => {
      if (!payment.isKnown) return 'unknown-payment';
      if (payment.refund !== 'asked') return 'nothing';
      if (isDone) payment.refund = 'done';
      return isDone ? 'RefundSucceeded' : 'RefundFailed';
    });
  }

  #stands(deal: Deal): boolean {
    return deal.status === 'held' && this.now < deal.until;
  }

  #isFree(date: CivilDate, claim: Claim): boolean {
    return unitsIn(claim).every((unit) => !this.#calendar.has(`${date} ${unit}`));
  }

  #erase({ date, claim }: Deal): void {
    for (const unit of unitsIn(claim)) this.#calendar.delete(`${date} ${unit}`);
  }

  #write(name: string, date: CivilDate, claim: Claim): void {
    for (const unit of unitsIn(claim)) this.#calendar.set(`${date} ${unit}`, name);
  }
}
