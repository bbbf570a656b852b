import * as fc from 'fast-check';
import { expireHold, holdSlot, openCheckout, reviseHold, swapHold } from '#events/booking/holding.ts';
import { capturePayment, recordRefund } from '#events/booking/paying.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { PERSONAL, ZONE, request } from '../facts.ts';
import { DATES, TURNING_POINTS, clock, timeAt } from './calendar.ts';
import { planCommands } from './plan-commands.ts';
import type { Shop } from './shop.ts';
import { type Step, step } from './step.ts';
import type { World } from './world.ts';

function hold(name: string, date: CivilDate, claim: Claim): Step {
  return step({
    textResponse: `${name} holds ${date} ${claim}`,
    run(shop, world) {
      const asked = request(claim, { booking: name, date, person: name, time: timeAt(world.now) });
      const answer = world.change(name, date, (state) => holdSlot(state, asked));
      if (answer.startsWith('SlotHeld')) world.bookings.set(name, date);
      return [[answer], [shop.hold(name, date, claim)]];
    },
  });
}

function revise(name: string): Step {
  return step({
    textResponse: `${name} corrects the details`,
    run(shop, world) {
      const revision = { area: 'Ventura', tasks: [], person: name, personal: PERSONAL };
      const kept = { revision, account: null };
      const answer = world.change(name, world.dateOf(name), (state) => reviseHold(state, kept, world.now));
      return [[answer], [shop.revise(name)]];
    },
  });
}

function checkout(name: string, attempt: number): Step {
  const id = `${name}-checkout-${attempt}`;
  return step({
    textResponse: `${name} opens ${id}`,
    run(shop, world) {
      const answer = world.change(name, world.dateOf(name), (state) => openCheckout(state, id, world.now));
      return [[answer], [shop.checkout(name, id)]];
    },
  });
}

/** How many of the two checkouts a booking may have were closed at the provider. */
const CLOSED = fc.constantFrom(0, 1, 2, 2, 2);

function expire(name: string, cause: 'lapsed' | 'replaced', count: number): Step {
  const closed = [`${name}-checkout-1`, `${name}-checkout-2`].slice(0, count);
  return step({
    textResponse: `${name} ${cause === 'lapsed' ? 'lapses' : 'gives way to another choice'}, ${count} checkouts closed`,
    run(shop, world) {
      const expiry = { booking: name, cause, closed, now: world.now };
      const answer = world.change(name, world.dateOf(name), (state) => expireHold(state, expiry));
      return [[answer], [shop.expire(name, cause, closed)]];
    },
  });
}

function swap(own: string, name: string, date: CivilDate, claim: Claim, count: number): Step {
  const closed = [`${own}-checkout-1`, `${own}-checkout-2`].slice(0, count);
  return step({
    textResponse: `${own} swaps for ${date} ${claim} as ${name}, ${count} checkouts closed`,
    isPossible: () => own !== name,
    run(shop, world) {
      const asked = request(claim, { booking: name, date, person: name, time: timeAt(world.now) });
      const answer = world.swap(own, name, date, (state) => swapHold(state, { booking: own, closed }, asked));
      if (answer.startsWith('HoldExpired')) world.bookings.set(name, date);
      return [[answer], [shop.swap(own, name, date, claim, closed)]];
    },
  });
}

const SUMS = {
  'the price': (price: number) => ({ amount: price, currency: 'usd' }),
  'a cent too little': (price: number) => ({ amount: price - 1, currency: 'usd' }),
  'a cent too much': (price: number) => ({ amount: price + 1, currency: 'usd' }),
  'in Canadian dollars': (price: number) => ({ amount: price, currency: 'cad' }),
};
type Sum = keyof typeof SUMS;

/** Pays at the provider only: the shop learns of it when it calls `fulfil`. */
function pay(name: string, sum: Sum): Step {
  return step({
    textResponse: `${name} pays ${sum}`,
    isPossible: (shop) => shop.deals.has(name),
    run(shop, world) {
      const before = world.paid.get(name) ?? [];
      const payment = `${name}-payment-${before.length + 1}`;
      const money = SUMS[sum](shop.priceOf(name));
      world.paid.set(name, [...before, { payment, checkout: `${name}-checkout-1`, ...money }]);
      shop.pay(name, sum === 'the price');
      return [[], []];
    },
  });
}

function fulfil(name: string): Step {
  return step({
    textResponse: `${name} is fulfilled`,
    isPossible: (shop) => shop.deals.has(name),
    run(shop, world) {
      const context = { booking: name, now: world.now, timeZone: ZONE };
      const answers = (world.paid.get(name) ?? []).flatMap((payment) => {
        world.told.add(payment.payment);
        return world.sell(name, world.dateOf(name), (state) => capturePayment(state, payment, context));
      });
      return [answers, shop.fulfil(name)];
    },
  });
}

/** All of it in one go, so that a run gets to what comes after. */
function buy(name: string, date: CivilDate, claim: Claim): Step {
  return step({
    textResponse: `${name} books ${date} ${claim} and pays`,
    isPossible: (shop) => !shop.deals.has(name),
    run(shop, world) {
      const asked = request(claim, { booking: name, date, person: name, time: timeAt(world.now) });
      const held = world.change(name, date, (state) => holdSlot(state, asked));
      const expected = shop.hold(name, date, claim);
      if (!held.startsWith('SlotHeld') || held !== expected) return [[held], [expected]];
      world.bookings.set(name, date);
      const money = SUMS['the price'](shop.priceOf(name));
      const paid = { payment: `${name}-payment-1`, checkout: `${name}-checkout-1`, ...money };
      world.paid.set(name, [paid]);
      world.told.add(paid.payment);
      shop.pay(name, true);
      const context = { booking: name, now: world.now, timeZone: ZONE };
      return [world.sell(name, date, (state) => capturePayment(state, paid, context)), shop.fulfil(name)];
    },
  });
}

function refund(name: string, isDone: boolean): Step {
  return step({
    textResponse: `refunds of ${name} ${isDone ? 'succeed' : 'fail'}`,
    isPossible: (shop) => shop.deals.has(name),
    run(shop, world) {
      const answers = (world.paid.get(name) ?? []).map(({ payment }) => {
        const outcome = isDone
          ? ({ type: 'RefundSucceeded', data: { payment, refund: `${payment}-refund` } } as const)
          : ({ type: 'RefundFailed', data: { payment, attempt: 1, reason: 'declined' } } as const);
        return world.change(name, world.dateOf(name), (state) => recordRefund(state, outcome));
      });
      return [answers, shop.refund(name, isDone)];
    },
  });
}

function wait(minutes: number): Step {
  return step({
    textResponse: `${minutes} minutes pass`,
    run(shop, world) {
      shop.now = world.now += minutes * 60_000;
      return [[], []];
    },
  });
}

const HALF_A_DAY = 12 * 3_600_000;

/** Steps in small strides, so that a run sees more than its last date. */
function waitUntil(instant: number): Step {
  return step({
    textResponse: `it gets ${clock(instant)}`,
    isPossible: (shop) => shop.now < instant && instant <= shop.now + HALF_A_DAY,
    run(shop, world) {
      shop.now = world.now = instant;
      return [[], []];
    },
  });
}

/** Moves the clock to the next instant at which a state changes without a command. */
function waitForNext(): Step {
  const next = (now: number) => TURNING_POINTS.filter((instant) => instant > now).toSorted((a, b) => a - b)[0];
  return step({
    textResponse: 'time goes on to the next turning point',
    isPossible: (shop) => next(shop.now) !== undefined,
    run(shop, world) {
      shop.now = world.now = next(world.now) ?? world.now;
      return [[], []];
    },
  });
}

const name = fc.constantFrom('Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana');
/** The first is over from the start. */
const date = fc.constantFrom(...DATES, ...DATES.slice(1), ...DATES.slice(1));
const claim = fc.constantFrom<Claim[]>('am', 'pm', 'full');
const cause = fc.constantFrom('lapsed' as const, 'replaced' as const);
const sum = fc.constantFrom<Sum[]>('the price', 'the price', 'the price', ...(Object.keys(SUMS) as Sum[]));

const holds = fc.tuple(name, date, claim).map((args) => hold(...args));
const purchases = fc.tuple(name, date, claim).map((args) => buy(...args));
const fulfilments = name.map(fulfil);
const expiries = fc.tuple(name, cause, CLOSED).map((args) => expire(...args));
const swaps = fc.tuple(name, name, date, claim, CLOSED).map((args) => swap(...args));
const refunds = fc.tuple(name, fc.boolean()).map((args) => refund(...args));
const payments = fc.tuple(name, sum).map((args) => pay(...args));

/** Anything that can happen, what matters most the most often. */
export const commands = fc.commands<Shop, World>(
  [
    ...Array.from({ length: 3 }, () => holds),
    ...Array.from({ length: 6 }, () => purchases),
    ...planCommands(name),
    ...Array.from({ length: 3 }, () => payments),
    ...Array.from({ length: 3 }, () => fulfilments),
    expiries,
    expiries,
    expiries,
    swaps,
    swaps,
    name.map(revise),
    fc.tuple(name, fc.integer({ min: 1, max: 2 })).map((args) => checkout(...args)),
    refunds,
    refunds,
    fc.constantFrom(1, 29, 30, 31).map(wait),
    fc.constantFrom(...TURNING_POINTS).map(waitUntil),
    fc.constant(null).map(waitForNext),
    fc.constant(null).map(waitForNext),
    fc.constant(null).map(waitForNext),
  ],
  { maxCommands: 120, size: 'max' },
);
