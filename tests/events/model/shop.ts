/**
 * The booking rules told a second time, as a shopkeeper with a wall calendar would keep them: who has which unit, and what
 * became of each payment. Each method says in words what the decision under test must answer.
 */
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { DATES, START, WINDOW_DAYS, datesAhead, startOf, unitsIn } from './calendar.ts';
import type { Deal, Payment } from './deal.ts';
import { WallCalendar } from './wall-calendar.ts';
import { Waiting } from './waiting.ts';

const PRICE: Readonly<Record<Claim, number>> = { am: 29_900, pm: 29_900, full: 49_900 };
const HALF_AN_HOUR = 30 * 60_000;
const TWO_HOURS = 120 * 60_000;
const A_DAY = 24 * 60 * 60_000;
const NOTICE = 2;

const NEW = {
  status: 'held',
  isTraded: false,
  wasConfirmed: false,
  freeThrough: -1,
  isFinal: false,
  recordedAt: null,
} as const;

/** Whether a customer speaks of the time that their deal is about. */
function isFor({ date, claim }: Deal, seen: Slot): boolean {
  return seen.date === date && seen.claim === claim;
}

export class Shop {
  now = START;
  readonly deals = new Map<string, Deal>();
  readonly #calendar = new WallCalendar();
  readonly #waiting = new Waiting();

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
    const no = this.#whyNot(date, claim);
    if (no) return no;
    this.#calendar.write(name, date, claim);
    const until = this.now + HALF_AN_HOUR;
    this.deals.set(name, { ...NEW, date, claim, until, checkouts: new Set(), payments: [] });
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
    this.#calendar.erase(deal);
    return 'HoldExpired, UnitsReleased';
  }

  /** The old deal makes way for a new one of the same date; when the new one is refused, nothing happened. */
  swap(own: string, name: string, date: CivilDate, claim: Claim, closed: readonly string[]): string {
    const deal = this.deals.get(own);
    if (deal?.status !== 'held' || deal.date !== date) return 'not-held';
    if (!deal.checkouts.isSubsetOf(new Set(closed))) return 'checkout-open';
    this.#calendar.erase(deal);
    const answer = this.hold(name, date, claim);
    if (answer !== 'SlotHeld, UnitsHeld') {
      this.#calendar.write(own, date, deal.claim);
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
    return this.deal(name).payments.flatMap((payment) => {
      if (payment.isKnown) return ['nothing'];
      payment.isKnown = true;
      const answers = this.#take(name, payment);
      if (answers[0]?.includes('RefundRequested')) payment.refund = 'asked';
      return answers;
    });
  }

  #take(name: string, payment: Payment): string[] {
    const deal = this.deal(name);
    if (!payment.isRight) return ['PaymentCaptured, RefundRequested (wrong-amount)'];
    if (deal.wasConfirmed) return ['PaymentCaptured, RefundRequested (paid-twice)'];
    if (deal.status === 'expired' && deal.isTraded) {
      deal.status = 'refunded';
      return ['PaymentCaptured, RefundRequested (traded)'];
    }
    const isInTime = this.now < startOf(deal.date, deal.claim);
    const isBack = deal.status === 'expired' && isInTime && this.#calendar.isFree(deal.date, deal.claim);
    if (isBack || (deal.status === 'held' && isInTime)) {
      deal.status = 'confirmed';
      deal.wasConfirmed = true;
      this.#calendar.write(name, deal.date, deal.claim);
      this.#promise(deal);
      const sale = `${isBack ? 'SlotReclaimed, ' : ''}PaymentCaptured, BookingConfirmed, UnitsConfirmed`;
      return [sale, ...this.#makeGood(this.#waiting.sold(deal.date, unitsIn(deal.claim), this.now))];
    }
    const wasHeld = deal.status === 'held';
    deal.status = 'refunded';
    if (wasHeld) this.#calendar.erase(deal);
    return [`PaymentCaptured, RefundRequested (slot-lost)${wasHeld ? ', UnitsReleased' : ''}`];
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

  move(name: string, seen: Slot, date: CivilDate, claim: Claim): string {
    const deal = this.deal(name);
    if (deal.status !== 'confirmed') return 'not-confirmed';
    if (!isFor(deal, seen)) return 'plans-changed';
    if (!this.#canChange(deal)) return 'too-late';
    if ((claim === 'full') !== (deal.claim === 'full')) return 'wrong-service';
    if (date === deal.date && claim === deal.claim) return 'same-slot';
    this.#calendar.erase(deal);
    const no = this.#whyNot(date, claim);
    if (!no) Object.assign(deal, { date, claim });
    this.#calendar.write(name, deal.date, deal.claim);
    if (no) return no;
    this.#promise(deal);
    return 'BookingRescheduled, UnitsReleased, UnitsConfirmed';
  }

  cancel(name: string, by: 'customer' | 'owner', seen: Slot, expects: CancelOutcome | undefined): string {
    const deal = this.deal(name);
    if (deal.status !== 'confirmed') return 'not-confirmed';
    if (!isFor(deal, seen)) return 'plans-changed';
    if (by === 'customer' && this.now >= startOf(deal.date, deal.claim)) return 'visit-started';
    if (by === 'owner' || this.#canChange(deal)) {
      deal.status = 'cancelled';
      this.#calendar.erase(deal);
      this.#giveBack(deal);
      return `BookingCancelled, RefundRequested (cancelled${by === 'owner' ? '-by-owner' : ''}), UnitsReleased`;
    }
    const isClosed = this.now >= startOf(deal.date, deal.claim) - TWO_HOURS;
    if (expects === 'refund' || (isClosed && expects === 'forfeit')) return 'terms-changed';
    deal.status = 'forfeited';
    this.#calendar.erase(deal);
    this.#waiting.add(name, deal.date, unitsIn(deal.claim));
    return 'BookingForfeited, UnitsForfeited';
  }

  close(date: CivilDate, claim: Claim): string[] {
    const ahead = unitsIn(claim).filter((unit) => this.now < startOf(date, unit));
    if (ahead.length === 0) return ['units-over'];
    const closing = this.#calendar.close(date, ahead);
    if (closing === null) return ['units-taken'];
    if (closing.length === 0) return ['nothing'];
    return ['UnitsClosed', ...this.#makeGood(this.#waiting.closed(date, closing, this.now))];
  }

  open(date: CivilDate, claim: Claim): string[] {
    return [this.#calendar.open(date, claim) ? 'UnitsOpened' : 'nothing'];
  }

  finalise(name: string): string {
    const deal = this.deal(name);
    if (deal.status !== 'forfeited' || deal.isFinal || !this.#waiting.isLost(name, this.now)) return 'nothing';
    deal.isFinal = true;
    this.#waiting.end(name);
    return 'ForfeitureFinalised, ForfeitureEnded';
  }

  giveBack(name: string): string {
    const deal = this.deal(name);
    if (deal.status === 'completed' || deal.status === 'no-show') {
      if (!this.#isPaid(deal)) return 'not-forfeited';
      this.#giveBack(deal);
      return 'RefundRequested (after-visit)';
    }
    if (deal.status !== 'forfeited') return 'not-forfeited';
    deal.status = 'refunded';
    this.#giveBack(deal);
    return `RefundRequested (goodwill)${this.#waiting.end(name) ? ', ForfeitureEnded' : ''}`;
  }

  record(name: string, what: 'is visited' | 'was not visited yet' | 'is not there' | 'was there after all'): string {
    const deal = this.deal(name);
    if (what === 'was there after all' || what === 'was not visited yet') {
      const isOfNoShow = what === 'was there after all';
      if (deal.status !== (isOfNoShow ? 'no-show' : 'completed')) return isOfNoShow ? 'not-a-no-show' : 'not-completed';
      if (!this.#isPaid(deal)) return 'already-refunded';
      if (this.now >= (deal.recordedAt ?? 0) + A_DAY) return 'too-late';
      deal.status = 'confirmed';
      deal.recordedAt = null;
      return isOfNoShow ? 'NoShowUndone' : 'CompletionUndone';
    }
    if (deal.status !== 'confirmed') return 'not-confirmed';
    const patience = what === 'is not there' ? HALF_AN_HOUR : 0;
    if (this.now < startOf(deal.date, deal.claim) + patience) return 'too-early';
    deal.status = what === 'is not there' ? 'no-show' : 'completed';
    deal.recordedAt = this.now;
    return what === 'is not there' ? 'NoShowRecorded' : 'VisitCompleted';
  }

  /** Those who gave up the units: who had some sold again, and who has nothing left to wait for and gets the money. */
  #makeGood({ taken, done }: { taken: readonly string[]; done: readonly string[] }): string[] {
    for (const name of done) {
      this.deal(name).status = 'refunded';
      this.#giveBack(this.deal(name));
    }
    return [
      ...taken.map((name) => `UnitsRefilled of ${name}`),
      ...done.map((name) => `SlotRefilled, RefundRequested (refilled) of ${name}`),
    ];
  }

  #kept(deal: Deal): Payment[] {
    return deal.payments.filter(({ isKnown, refund }) => isKnown && refund === 'none');
  }

  #isPaid(deal: Deal): boolean {
    return this.#kept(deal).length > 0;
  }

  #giveBack(deal: Deal): void {
    for (const payment of this.#kept(deal)) payment.refund = 'asked';
  }

  #today(): number {
    return -datesAhead(DATES[0]!, this.now);
  }

  /** What the customer is told, once it is settled which day it is. */
  #promise(deal: Deal): void {
    const through = DATES.indexOf(deal.date) - NOTICE;
    deal.freeThrough = this.#today() <= through ? through : -1;
  }

  #canChange(deal: Deal): boolean {
    return this.#today() <= deal.freeThrough;
  }

  #whyNot(date: CivilDate, claim: Claim): string | null {
    if (this.now >= startOf(date, claim) - TWO_HOURS) return 'too-soon';
    if (datesAhead(date, this.now) > WINDOW_DAYS) return 'too-far';
    return this.#calendar.isFree(date, claim) ? null : 'slot-taken';
  }

  #stands(deal: Deal): boolean {
    return deal.status === 'held' && this.now < deal.until;
  }
}
