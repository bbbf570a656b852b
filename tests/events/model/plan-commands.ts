/** What happens after a booking is paid: customers change their plans, the owner closes, refunds and records. */
import * as fc from 'fast-check';
import { cancelBooking, reschedule } from '#events/booking/changing.ts';
import { isRefusal } from '#events/refusal.ts';
import { closeDates, openDates } from '#events/booking/closing.ts';
import { finaliseForfeiture, refundAsGoodwill } from '#events/booking/refilling.ts';
import { completeVisit, recordNoShow, undoCompletion, undoNoShow } from '#events/booking/visiting.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { type Claim, claimOf } from '#shared/booking/session-type.ts';
import { ZONE } from '../facts.ts';
import { DATES, timeAt, unitsIn } from './calendar.ts';
import type { Shop } from './shop.ts';
import { type Step, step } from './step.ts';
import type { World } from './world.ts';

function time(world: World) {
  return { now: world.now, timeZone: ZONE };
}

type Status = ReturnType<Shop['deal']>['status'];

/** A command about a booking in a given state: the named one if it is in that state, or else any other that is. */
function happening(
  name: string,
  status: Status,
  what: string,
  run: (who: string, shop: Shop, world: World) => readonly [actual: string, expected: string],
): Step {
  let who = name;
  return step({
    textResponse: () => `${who} ${what}`,
    isPossible: (shop) => shop.deals.size > 0,
    run(shop, world) {
      const fitting = [...shop.deals].filter(([, deal]) => deal.status === status).map(([each]) => each);
      const known = shop.deals.has(name) ? name : [...shop.deals.keys()][0]!;
      who = fitting.includes(name) ? name : (fitting[0] ?? known);
      const [actual, expected] = run(who, shop, world);
      return [[actual], [expected]];
    },
  });
}

/** Where a page that was opened long ago shows the visit; null for one that shows it where it is. */
type Seen = Slot | null;

function seenIn(seen: Seen): string {
  return seen === null ? '' : `, as seen on ${seen.date} ${seen.claim}`;
}

/** Where the visit is, unless its page shows it elsewhere. */
function seenBy(who: string, seen: Seen, world: World): Slot {
  const { date, units } = world.booking(who);
  return seen ?? { date, claim: claimOf(units) };
}

function changeTime(who: string, { date, claim }: Slot, seen: Seen, shop: Shop, world: World) {
  const from = world.dateOf(who);
  const request = { booking: who, from: seenBy(who, seen, world), date, claim, time: timeAt(world.now) };
  const answer =
    from === date
      ? world.change(who, date, (state) => reschedule(state, request))
      : world.move(who, from, date, (state) => reschedule(state, request));
  if (answer.startsWith('BookingRescheduled')) world.bookings.set(who, date);
  return [answer, shop.move(who, request.from, date, claim)] as const;
}

function move(name: string, date: CivilDate, claim: Claim, seen: Seen): Step {
  return happening(name, 'confirmed', `moves to ${date} ${claim}${seenIn(seen)}`, (who, shop, world) =>
    changeTime(who, { date, claim }, seen, shop, world),
  );
}

/** A move is no sale: if it is canceled late again, two forfeitures wait for the time. */
function moveToFreed(name: string): Step {
  return happening(name, 'confirmed', 'moves to forfeited time, or stays', (who, shop, world) => {
    const own = shop.deal(who);
    const isSameLength = ({ claim: other }: Slot) => (other === 'full') === (own.claim === 'full');
    const freed = [...shop.deals.values()].find((deal) => deal.status === 'forfeited' && isSameLength(deal));
    return changeTime(who, freed ?? own, null, shop, world);
  });
}

type Says = CancelOutcome | undefined;

function cancel(name: string, by: 'customer' | 'owner', expects: Says, seen: Seen): Step {
  const told = expects === undefined ? '' : `, told of a ${expects}`;
  return happening(name, 'confirmed', `is cancelled by the ${by}${told}${seenIn(seen)}`, (who, shop, world) => {
    const from = seenBy(who, seen, world);
    const request = { booking: who, by, from, ...(expects && { expects }), ...time(world) };
    const answer = world.change(who, world.dateOf(who), (state) => cancelBooking(state, request));
    return [answer, shop.cancel(who, by, from, expects)];
  });
}

function close(date: CivilDate, claim: Claim): Step {
  return step({
    textResponse: `the owner closes ${date} ${claim}`,
    run(shop, world) {
      const actual = world.sell(null, date, ({ day, forfeited }) => {
        const closure = { units: unitsIn(claim), admin: 'a1', onlyFree: false, refunds: Object.keys(forfeited) };
        const closed = closeDates({ days: { [date]: day }, forfeited }, closure, time(world));
        return isRefusal(closed) ? closed : { day: closed.days[date] ?? [], forfeited: closed.forfeited };
      });
      return [actual, shop.close(date, claim)];
    },
  });
}

function open(date: CivilDate, claim: Claim): Step {
  return step({
    textResponse: `the owner opens ${date} ${claim}`,
    run: (shop, world) => [
      world.sell(null, date, ({ day }) => ({
        day: openDates({ days: { [date]: day } }, { units: unitsIn(claim), admin: 'a1' }).days[date] ?? [],
      })),
      shop.open(date, claim),
    ],
  });
}

function finalise(name: string): Step {
  return happening(name, 'forfeited', 'is waited for no longer, if it is time', (who, shop, world) => {
    const date = world.dateOf(who);
    const answer = world.change(who, date, (state) => finaliseForfeiture(state, who, { date, ...time(world) }));
    return [answer, shop.finalise(who)];
  });
}

function giveBack(name: string, status: 'forfeited' | 'completed' | 'no-show'): Step {
  return happening(name, status, 'gets the money back by hand', (who, shop, world) => {
    const answer = world.change(who, world.dateOf(who), (state) => refundAsGoodwill(state, who, 'a1'));
    return [answer, shop.giveBack(who)];
  });
}

const RECORDING = {
  'is visited': { decide: completeVisit, status: 'confirmed' },
  'was not visited yet': { decide: undoCompletion, status: 'completed' },
  'is not there': { decide: recordNoShow, status: 'confirmed' },
  'was there after all': { decide: undoNoShow, status: 'no-show' },
} as const;

type Recorded = keyof typeof RECORDING;

function record(name: string, what: Recorded): Step {
  const { decide, status } = RECORDING[what];
  return happening(name, status, what, (who, shop, world) => {
    const answer = world.change(who, world.dateOf(who), (state) => decide(state, { by: 'ada', ...time(world) }));
    return [answer, shop.record(who, what)];
  });
}

/** The first is over from the start. */
const date = fc.constantFrom(...DATES, ...DATES.slice(1), ...DATES.slice(1));
const claim = fc.constantFrom<Claim[]>('am', 'pm', 'full');
const elsewhere = fc.record({ date, claim });
const seen = fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: elsewhere });
const says = fc.constantFrom<Says[]>('refund', 'forfeit', 'keep', undefined, undefined);
const by = fc.constantFrom('customer' as const, 'customer' as const, 'customer' as const, 'owner' as const);

/** Anything that can happen to a paid visit of one of these. */
export function planCommands(name: fc.Arbitrary<string>): fc.Arbitrary<Step>[] {
  const moves = fc.tuple(name, date, claim, seen).map((args) => move(...args));
  const cancellations = fc.tuple(name, by, says, seen).map((args) => cancel(...args));
  const records = fc
    .tuple(
      name,
      fc.constantFrom<Recorded[]>('is visited', 'was not visited yet', 'is not there', 'was there after all'),
    )
    .map((args) => record(...args));
  const openings = fc.tuple(date, claim).map((args) => open(...args));
  return [
    moves,
    moves,
    name.map(moveToFreed),
    name.map(moveToFreed),
    cancellations,
    cancellations,
    cancellations,
    fc.tuple(date, claim).map((args) => close(...args)),
    openings,
    openings,
    name.map(finalise),
    fc.tuple(name, fc.constantFrom('forfeited', 'forfeited', 'completed', 'no-show')).map((args) => giveBack(...args)),
    records,
    records,
  ];
}
