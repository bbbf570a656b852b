import type { Cause } from '#db/change.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { whenOwnerCanBook } from '#events/business-time.ts';
import { type Booking, bookingStream } from '#events/booking/booking.ts';
import { type Reschedule, reschedule, sellableUnits } from '#events/booking/changing.ts';
import { dayStream, unitsHeldBy } from '#events/day.ts';
import { freeChangesLeft } from '#events/booking/free-changes.ts';
import { isRefusal } from '#events/refusal.ts';
import type { Availability, DayAvailability, Slot, VisitorUnit } from '#shared/booking/availability.ts';
import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';
import { pricesOn } from '#shared/booking/prices.ts';
import { type Unit, claimOf, eachUnit } from '#shared/booking/session-type.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { addDays } from '#shared/civil-date.ts';
import type { MovePlan, PlannedMove } from '#shared/owner/move-plan.ts';
import { OWNER_WINDOW_DAYS } from '#shared/owner/schedule.ts';
import { type KnownDay, knownDays } from '../bookings/availability/availability.ts';
import { changePresentBooking } from '../bookings/changing/repeat-while-refused.ts';
import { type BookingDependencies, bookingTime } from '../bookings/dependencies.ts';
import { customerOf } from './near-visits.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

interface OwnersMove {
  readonly eventId: string;
  readonly by: string;
  readonly from: Slot;
  readonly to: Slot;
}

function requestOf(dependencies: Dependencies, { eventId, by, from, to }: OwnersMove): Reschedule {
  return { booking: eventId, from, ...to, admin: by, time: bookingTime(dependencies) };
}

/** Until it is recorded as done or a no-show. Throws `Rejected` with what `reschedule` refuses to the owner. */
export async function moveForOwner(dependencies: Dependencies, move: OwnersMove, cause: Cause): Promise<void> {
  const { store } = dependencies;
  const { eventId, to } = move;
  await changePresentBooking(store, eventId, (known) => {
    const target = known.date !== to.date && { target: dayStream(to.date) };
    const streams = { booking: bookingStream(eventId), day: dayStream(known.date), ...target };
    const request = requestOf(dependencies, move);
    return store.change({ streams, decide: (states) => reschedule(states, request), cause });
  });
}

/** Decides without recording. */
async function plannedMove(dependencies: Dependencies, booking: Booking, move: OwnersMove): Promise<PlannedMove> {
  const { store } = dependencies;
  const { to: slot } = move;
  const request = requestOf(dependencies, move);
  const target = booking.date !== slot.date && { target: await store.stateOf(dayStream(slot.date)) };
  const states = { booking, day: await store.stateOf(dayStream(booking.date)), ...target };
  const decided = reschedule(states, request);
  if (isRefusal(decided)) return { slot, refusal: decided.refusal, freeChangesThrough: null };
  const [event] = decided.booking;
  const freeChangesThrough = event?.type === 'BookingRescheduled' ? event.data.freeChangesThrough : null;
  return { slot, refusal: null, freeChangesThrough };
}

async function ownersDays(dependencies: Dependencies, eventId: string, booking: Booking): Promise<Availability> {
  const time = bookingTime(dependencies);
  const { today } = time;
  const known = await knownDays(dependencies, { from: today, count: OWNER_WINDOW_DAYS + 1 }, time);
  const ownersDay = ({ day, state }: KnownDay): DayAvailability => {
    const own = unitsHeldBy(state, eventId);
    const unit = (name: Unit): VisitorUnit => {
      if (own.includes(name)) return 'visit';
      return state[name].kind === 'free' && whenOwnerCanBook(day.date, [name], time) === 'open' ? 'open' : 'gone';
    };
    const freeChangesThrough = freeChangesLeft(booking.policy ?? CURRENT_POLICY, day.date, today);
    return { date: day.date, ...eachUnit(unit), freeChangesThrough, shortNotice: false };
  };
  const to = addDays(today, OWNER_WINDOW_DAYS);
  return { today, timeZone: time.timeZone, to, days: known.map(ownersDay), prices: pricesOn(today) };
}

/** Throws `Rejected` with `unknown-booking`. */
export async function movePlan(dependencies: Dependencies, eventId: string, slot: Slot | null): Promise<MovePlan> {
  const { store } = dependencies;
  const booking = await store.stateOf(bookingStream(eventId));
  if (booking === null) throw new Rejected('unknown-booking');
  const row = await bookingById(store.db, eventId);
  const { service, date, units, status } = booking;
  const from = { date, claim: claimOf(units) };
  return {
    eventId,
    service,
    from,
    customer: row ? customerOf(row) : null,
    refusal: status === 'confirmed' ? null : 'not-confirmed',
    reopens: sellableUnits(booking, bookingTime(dependencies)),
    availability: await ownersDays(dependencies, eventId, booking),
    // Nothing is recorded, so it needs no account.
    asked: slot && (await plannedMove(dependencies, booking, { eventId, by: '', from, to: slot })),
  };
}
