/** What must hold after every step, read from the bare log and so independent of how states add up. */
import { isDeepStrictEqual } from 'node:util';
import { type Booking, type BookingEvent, bookingStream, bookingType } from '#events/booking/booking.ts';
import { type DayEvent, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { World } from './world.ts';

function holds(condition: boolean, rule: string): void {
  if (!condition) throw new Error(`broken: ${rule}`);
}

function eventsOf<Event>(world: World, stream: string): Event[] {
  return world.log.filter((entry) => entry.stream === stream).map(({ event }) => event as unknown as Event);
}

interface Owner {
  readonly booking: string;
  readonly kind: 'held' | 'booked' | 'closed';
}

/** Whose units are that the owner has closed. */
const CLOSED: Owner = { booking: '', kind: 'closed' };

const KINDS = { UnitsHeld: 'held', UnitsConfirmed: 'booked', UnitsClosed: 'closed' } as const;

/** Visits that stand, or took place: no other booking has their units. */
const BOOKED: ReadonlySet<string> = new Set(['confirmed', 'completed', 'no-show']);

/** What the owner recorded of a visit. */
const TOOK_PLACE: ReadonlySet<string> = new Set(['completed', 'no-show']);

/** Walks the days' events: who has each unit now. */
function ownersOf(world: World): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const { stream, event } of world.log) {
    if (!stream.startsWith('day-') || !('units' in event.data) || event.type === 'UnitsRefilled') continue;
    const who = 'booking' in event.data ? event.data.booking : CLOSED.booking;
    for (const unit of event.data.units) {
      const key = `${stream.slice('day-'.length)} ${unit}`;
      const owner = owners.get(key);
      const isHis = owner?.booking === who;
      if (event.type === 'UnitsReleased' || event.type === 'UnitsForfeited' || event.type === 'UnitsOpened') {
        holds(isHis, `${event.type} gives back ${key} for ${who || 'the owner'}, who does not have it`);
        holds(event.type !== 'UnitsForfeited' || owner?.kind === 'booked', `${key} is forfeited and was not booked`);
        owners.delete(key);
        continue;
      }
      holds(!owner || isHis, `${key} is ${owner?.booking}'s, yet ${event.type} gives it to ${who || 'the owner'}`);
      owners.set(key, { booking: who, kind: KINDS[event.type as keyof typeof KINDS] });
    }
  }
  return owners;
}

function checkSlots(world: World): void {
  const owners = ownersOf(world);
  let owned = 0;
  for (const id of world.bookings.keys()) {
    const booking = world.booking(id);
    const theirs = [...owners].filter(([, owner]) => owner.booking === id);
    const isFull = booking.service === 'full-day';
    holds(theirs.length === 0 || theirs.length === (isFull ? 2 : 1), `${id} has ${theirs.length} units of its slot`);
    const claimed = booking.units.map((unit) => `${booking.date} ${unit}`);
    const kind = booking.status === 'held' ? 'held' : BOOKED.has(booking.status) ? 'booked' : null;
    const expected = kind === null ? [] : claimed.map((key) => [key, { booking: id, kind }]);
    holds(
      isDeepStrictEqual(
        theirs.sort(([a], [b]) => (a < b ? -1 : 1)),
        expected,
      ),
      `${id} is ${booking.status}, its day says ${JSON.stringify(theirs)}`,
    );
    owned += theirs.length;
  }
  const closed = [...owners.values()].filter(({ kind }) => kind === 'closed').length;
  holds(owned + closed === owners.size, 'a unit belongs to a booking that does not exist');
}

function checkMoney(world: World, id: string, booking: Booking): void {
  const events = eventsOf<BookingEvent>(world, bookingStream(id).name);
  const told = (world.paid.get(id) ?? []).filter(({ payment }) => world.told.has(payment));
  const taken = events.flatMap((event) => (event.type === 'PaymentCaptured' ? [event.data] : []));
  holds(isDeepStrictEqual(taken, told), `${id} took other payments than the provider told of`);

  let kept = 0;
  for (const { payment, amount, currency } of taken) {
    const requests = events.flatMap((event) =>
      event.type === 'RefundRequested' && event.data.payment === payment ? [event.data] : [],
    );
    const refunds = events.filter((event) => event.type === 'RefundSucceeded' && event.data.payment === payment);
    holds(requests.length <= 1, `${payment} is to be refunded ${requests.length} times`);
    holds(refunds.length <= requests.length, `${payment} is refunded ${refunds.length} times`);
    const request = requests[0];
    if (!request) kept += amount;
    else holds(request.amount === amount && request.currency === currency, `${payment} is not refunded as it came`);
    holds(request !== undefined || currency === booking.currency, `${payment} is kept in ${currency}`);
  }
  // A late cancellation's payment is kept; any other booking without a visit keeps nothing. The owner may refund a visit that took place.
  const isGivenBack = events.some((event) => event.type === 'RefundRequested' && event.data.cause === 'after-visit');
  holds(!isGivenBack || TOOK_PLACE.has(booking.status), `${id} is given back after a visit, and ${booking.status}`);
  const isKept = (BOOKED.has(booking.status) && !isGivenBack) || booking.status === 'forfeited';
  const due = isKept ? booking.price : 0;
  holds(kept === due, `${id} is ${booking.status} and keeps ${kept} cents instead of ${due}`);
}

/** Every late cancellation as the bare log tells it: what was sold again of it, and whether its money went back for that. */
function checkForfeitures(world: World): void {
  const served = new Set<string>();
  for (const { stream, event } of world.log) {
    if (event.type !== 'BookingForfeited') continue;
    const { date, units } = event.data;
    const id = stream.slice('booking-'.length);
    const refills = eventsOf<DayEvent>(world, `day-${date}`).flatMap((each) =>
      each.type === 'UnitsRefilled' && each.data.booking === id ? [each.data] : [],
    );
    const refilled = refills.flatMap((refill) => refill.units);
    holds(new Set(refilled).size === refilled.length, `a unit of ${id} is sold again twice`);
    holds(new Set(refilled).isSubsetOf(new Set(units)), `${id} gets units that it did not give up`);
    for (const { by, units: taken } of refills) {
      if (by === null) continue;
      for (const unit of taken) {
        const sale = `${by} ${date} ${unit}`;
        holds(by !== id && !served.has(sale), `the sale of ${sale} makes good two, or itself`);
        served.add(sale);
        const confirmed = eventsOf<BookingEvent>(world, `booking-${by}`).find(
          (each) => each.type === 'BookingConfirmed',
        );
        holds(
          confirmed?.data.date === date && confirmed.data.units.includes(unit),
          `${by} never paid for ${date} ${unit}, which makes ${id} good`,
        );
      }
    }
    const events = eventsOf<BookingEvent>(world, stream);
    const refunds = events.filter((each) => each.type === 'RefundRequested' && each.data.cause === 'refilled');
    const isDue = refilled.length === units.length;
    holds(
      refunds.length === (isDue ? 1 : 0),
      `${id} has ${refilled.length} of ${units.length} units sold again, and ${refunds.length} refunds`,
    );
    const ends = events.filter((each) => each.type === 'ForfeitureFinalised');
    holds(ends.length + refunds.length <= 1, `${id} is both final and made good`);
  }
}

function checkReplay(world: World): void {
  const days = new Set(world.log.map(({ stream }) => stream).filter((stream) => stream.startsWith('day-')));
  for (const stream of days) {
    const day = fold(dayType, eventsOf<DayEvent>(world, stream));
    holds(
      isDeepStrictEqual(day, world.day(stream.slice('day-'.length) as CivilDate)),
      `replaying ${stream} gives another`,
    );
  }
  for (const id of world.bookings.keys()) {
    const booking = fold(bookingType, eventsOf<BookingEvent>(world, `booking-${id}`));
    holds(isDeepStrictEqual(booking, world.booking(id)), `replaying ${id} gives another booking`);
  }
}

export function checkInvariants(world: World): void {
  checkSlots(world);
  for (const id of world.bookings.keys()) checkMoney(world, id, world.booking(id));
  checkForfeitures(world);
  checkReplay(world);
}
