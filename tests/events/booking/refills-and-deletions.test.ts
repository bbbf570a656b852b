/**
 * Customers cancel late, book the time again and delete the account, each step when its customer or the server comes to it: whatever the
 * order, a payment that made a late cancellation good stays, unless its own visit was canceled late and sold once more.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookingEvent } from '#events/booking/booking.ts';
import { cancelBooking, cancelOutcome } from '#events/booking/changing.ts';
import type { DayEvent } from '#events/day.ts';
import { expireHold, holdSlot } from '#events/booking/holding.ts';
import { leaveBehind, leaveVisit } from '#events/account/leaving.ts';
import { type ProviderPayment, capturePayment } from '#events/booking/paying.ts';
import type { CancelOutcome, VisitsChoice } from '#shared/booking/managed-booking.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { ZONE, request } from '../facts.ts';
import { TURNING_POINTS, timeAt } from '../model/calendar.ts';
import { checkInvariants } from '../model/invariants.ts';
import { World } from '../model/world.ts';

const DATE = '2027-03-14';
const ACCOUNT = 'a1';
const NAMES = ['Ada', 'Ben', 'Cleo'] as const;

type Name = (typeof NAMES)[number];

/** With an account that can be deleted, and bookings that were held before that: its own, and guests' with its address. */
class Town extends World {
  isDeleted = false;
  readonly toForget = new Set<Name>();
  /** How many visits that made a late cancellation good were paid while the account was being deleted. */
  keptUnasked = 0;

  get time() {
    return { now: this.now, timeZone: ZONE };
  }

  eventsOf<Event extends BookingEvent | DayEvent>(stream: string): Event[] {
    return this.log.filter((entry) => entry.stream === stream).map(({ event }) => event as Event);
  }
}

type Step = (town: Town) => void;

function hold(name: Name, claim: Claim, account: string | null): Step {
  return (town) => {
    if (town.bookings.has(name) || (account !== null && town.isDeleted)) return;
    const asked = request(claim, { booking: name, date: DATE, person: name, account, time: timeAt(town.now) });
    if (!town.change(name, DATE, (states) => holdSlot(states, asked)).startsWith('SlotHeld')) return;
    town.bookings.set(name, DATE);
    if (!town.isDeleted) town.toForget.add(name);
  };
}

function pay(name: Name): Step {
  return (town) => {
    if (!town.bookings.has(name)) return;
    const payment = `${name}-payment`;
    const { price: amount, currency } = town.booking(name);
    const paid: ProviderPayment = { payment, checkout: `${name}-checkout`, amount, currency };
    town.paid.set(name, [paid]);
    town.told.add(payment);
    town.sell(name, DATE, (states) => capturePayment(states, paid, { booking: name, ...town.time }));
  };
}

function lapse(name: Name): Step {
  return (town) => {
    if (!town.bookings.has(name)) return;
    const expiry = { booking: name, cause: 'lapsed', closed: [], now: town.now } as const;
    town.change(name, DATE, (states) => expireHold(states, expiry));
  };
}

function outcomeOf(town: Town, name: Name): CancelOutcome | null {
  return town.bookings.has(name) ? cancelOutcome(town.booking(name), town.time) : null;
}

function cancel(name: Name): Step {
  return (town) => {
    const expects = outcomeOf(town, name);
    if (expects === null) return;
    const command = { booking: name, by: 'customer', expects, ...town.time } as const;
    town.change(name, DATE, (states) => cancelBooking(states, command));
  };
}

/** Deletes the account, with a choice about those of its visits that are known to the page. */
function deletion(visits: VisitsChoice, known: readonly Name[]): Step {
  return (town) => {
    if (town.isDeleted) return;
    town.isDeleted = true;
    for (const name of known.filter((each) => town.bookings.has(each))) {
      const outcome = outcomeOf(town, name);
      const told = new Map(outcome === null ? [] : [[name, outcome] as const]);
      const leaving = { account: ACCOUNT, visits, told, ...town.time };
      town.change(name, DATE, (states) => leaveVisit(states, name, leaving));
    }
  };
}

/** One page of what a deletion forgets; it may be forgotten again, by the worker. */
function forget(name: Name): Step {
  return (town) => {
    if (!town.isDeleted || !town.toForget.has(name)) return;
    const left = town.change(name, DATE, (states) => leaveBehind(states, { account: ACCOUNT, ...town.time }));
    if (left === 'VisitKept' && refills(town).includes(name)) town.keptUnasked++;
  };
}

function waitUntil(instant: number): Step {
  return (town) => {
    town.now = Math.max(town.now, instant);
  };
}

/** Ada has canceled the morning late. */
const beginning: readonly Step[] = [hold('Ada', 'am', null), pay('Ada'), waitUntil(TURNING_POINTS[1]!), cancel('Ada')];

const others = fc.constantFrom<Name[]>('Ben', 'Cleo');
const claim = fc.constantFrom<Claim[]>('am', 'am', 'full');
const account = fc.constantFrom(null, ACCOUNT);
const choice = fc.constantFrom<VisitsChoice[]>('cancel', 'keep');

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(others, claim, account).map((args) => hold(...args)) },
    { weight: 5, arbitrary: others.map(pay) },
    { weight: 2, arbitrary: others.map(cancel) },
    { weight: 1, arbitrary: others.map(lapse) },
    { weight: 2, arbitrary: fc.tuple(choice, fc.subarray([...NAMES])).map((args) => deletion(...args)) },
    { weight: 4, arbitrary: fc.constantFrom(...NAMES).map(forget) },
    { weight: 1, arbitrary: fc.constantFrom(...TURNING_POINTS.slice(2, 10)).map(waitUntil) },
  ),
  { minLength: 5, maxLength: 20 },
);

/** The bookings whose sale made a late cancellation good. */
function refills(town: Town): readonly string[] {
  return town
    .eventsOf<DayEvent>(`day-${DATE}`)
    .flatMap((event) => (event.type === 'UnitsRefilled' && event.data.by !== null ? [event.data.by] : []));
}

test('a sale that refilled a late cancellation is not refunded, whenever its account is deleted', () => {
  let keptUnasked = 0;
  fc.assert(
    fc.property(steps, (run) => {
      const town = new Town();
      for (const step of [...beginning, ...run]) step(town);
      checkInvariants(town);
      keptUnasked += town.keptUnasked;
      for (const id of refills(town)) {
        const events = town.eventsOf<BookingEvent>(`booking-${id}`);
        const causes = events.flatMap((event) => (event.type === 'RefundRequested' ? [event.data.cause] : []));
        expect(causes.filter((cause) => cause !== 'refilled')).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
  expect(keptUnasked).toBeGreaterThan(20);
});
