import { isDeepStrictEqual } from 'node:util';
import { type Booking, type BookingEvent, bookingStream, bookingType } from '#events/booking.ts';
import { type DayEvent, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import type { World } from './world.ts';

/** What must hold after every step, read from the bare log and so independent of how states add up. */

function holds(condition: boolean, rule: string): void {
  if (!condition) throw new Error(`broken: ${rule}`);
}

function eventsOf<Event>(world: World, stream: string): Event[] {
  return world.log.filter((entry) => entry.stream === stream).map(({ event }) => event as unknown as Event);
}

interface Owner {
  readonly booking: string;
  readonly kind: 'held' | 'booked';
}

/** Walks the days' events: who has each unit now. */
function ownersOf(world: World): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  const sold = new Map<string, string>();
  for (const { stream, event } of world.log) {
    if (event.type !== 'UnitsHeld' && event.type !== 'UnitsConfirmed' && event.type !== 'UnitsReleased') continue;
    const { booking } = event.data;
    for (const unit of event.data.units) {
      const key = `${stream.slice('day-'.length)} ${unit}`;
      const owner = owners.get(key);
      holds(
        !owner || owner.booking === booking,
        `${key} is ${owner?.booking}'s, yet ${event.type} gives it ${booking}`,
      );
      if (event.type === 'UnitsReleased') {
        holds(owner?.kind === 'held', `${booking} gives back ${key}, which it does not hold`);
        owners.delete(key);
        continue;
      }
      if (event.type === 'UnitsConfirmed') {
        holds(!sold.has(key), `${key} is sold to ${sold.get(key)} and again to ${booking}`);
        sold.set(key, booking);
      }
      owners.set(key, { booking, kind: event.type === 'UnitsHeld' ? 'held' : 'booked' });
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
    const kind = booking.status === 'held' ? 'held' : booking.status === 'confirmed' ? 'booked' : null;
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
  holds(owned === owners.size, 'a unit belongs to a booking that does not exist');
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
  const due = booking.status === 'confirmed' ? booking.price : 0;
  holds(kept === due, `${id} is ${booking.status} and keeps ${kept} cents instead of ${due}`);
}

function checkReplay(world: World): void {
  for (const [id, date] of world.bookings) {
    const booking = fold(bookingType, eventsOf<BookingEvent>(world, `booking-${id}`));
    const day = fold(dayType, eventsOf<DayEvent>(world, `day-${date}`));
    holds(isDeepStrictEqual(booking, world.booking(id)), `replaying ${id} gives another booking`);
    holds(isDeepStrictEqual(day, world.day(date)), `replaying ${date} gives another day`);
  }
}

export function checkInvariants(world: World): void {
  checkSlots(world);
  for (const id of world.bookings.keys()) checkMoney(world, id, world.booking(id));
  checkReplay(world);
}
