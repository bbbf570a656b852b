/** SPEC.md section 1: two calendar days' notice; with less, the payment is forfeited. */
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { CANCEL_OUTCOMES, type CancelOutcome } from '#shared/booking/managed-booking.ts';
import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';
import { type Claim, type Unit, claimOf, sessionTypeOf, unitsOf } from '#shared/booking/session-type.ts';
import { type Booking, type BookingEvent, type BookingState, refundAll } from './booking.ts';
import {
  type BusinessTime,
  type BookingTime,
  civilDateAt,
  claimEnd,
  closesToBooking,
  unitStart,
  whenBookable,
  whenOwnerCanBook,
} from '../business-time.ts';
import { type DayEvent, type DayState, dayType, unitsHeldBy, whyTaken } from '../day.ts';
import { type BookingAndDay, type BookingAndDayEvents, type Expiry, expireHold } from './holding.ts';
import { freeChangesLeft } from './free-changes.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

function canChangeForFree({ freeChangesThrough }: Booking, { now, timeZone }: BusinessTime): boolean {
  return freeChangesThrough !== null && civilDateAt(now, timeZone) <= freeChangesThrough;
}

function isAt(booking: Booking, { date, claim }: Slot): boolean {
  return booking.date === date && claimOf(booking.units) === claim;
}

export function hasStarted({ date, units }: Pick<Booking, 'date' | 'units'>, { now, timeZone }: BusinessTime): boolean {
  return units.some((unit) => unitStart(date, unit, timeZone) <= now);
}

export function visitEnd({ date, units }: Pick<Booking, 'date' | 'units'>, timeZone: string): number {
  return claimEnd(date, claimOf(units), timeZone);
}

/** Until its end, also while it goes on. */
export function isVisitAhead(booking: Booking, { now, timeZone }: BusinessTime): boolean {
  return booking.status === 'confirmed' && now < visitEnd(booking, timeZone);
}

/** Units that other customers could book if the visit were canceled or moved now. */
export function sellableUnits(
  { date, units }: Pick<Booking, 'date' | 'units'>,
  { now, timeZone }: BusinessTime,
): readonly Unit[] {
  return units.filter((unit) => now < closesToBooking(date, unit, timeZone));
}

export function canSellAgain(booking: Pick<Booking, 'date' | 'units'>, time: BusinessTime): boolean {
  return sellableUnits(booking, time).length === booking.units.length;
}

export function canReschedule(booking: Booking, time: BusinessTime): boolean {
  return booking.status === 'confirmed' && canChangeForFree(booking, time);
}

export function cancelOutcome(booking: Booking, time: BusinessTime): CancelOutcome | null {
  if (booking.status !== 'confirmed' || hasStarted(booking, time)) return null;
  if (canChangeForFree(booking, time)) return 'refund';
  return canSellAgain(booking, time) ? 'forfeit' : 'keep';
}

function isWorse(outcome: CancelOutcome, shown: CancelOutcome): boolean {
  return CANCEL_OUTCOMES.indexOf(outcome) > CANCEL_OUTCOMES.indexOf(shown);
}

export interface Reschedule {
  readonly booking: string;
  readonly from: Slot;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly time: BookingTime;
  readonly admin?: string;
}

interface Move {
  readonly booking: readonly BookingEvent[];
  readonly released: readonly DayEvent[];
  readonly confirmed: readonly DayEvent[];
}

function move(booking: BookingState, from: DayState, to: DayState, request: Reschedule): Move | Refusal {
  const { booking: id, from: seen, date, claim, time, admin } = request;
  const isByOwner = admin !== undefined;
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!isAt(booking, seen)) return refuse('plans-changed');
  if (!isByOwner && !canChangeForFree(booking, time)) return refuse('too-late');
  if (sessionTypeOf(claim) !== booking.service) return refuse('wrong-service');
  if (isAt(booking, { date, claim })) return refuse('same-slot');
  const heldUnits = unitsHeldBy(from, id);
  if (heldUnits.length !== booking.units.length) return refuse('changed-meanwhile');
  const units = unitsOf(claim);
  const bookable = isByOwner ? whenOwnerCanBook(date, units, time) : whenBookable(date, units, time);
  if (bookable !== 'open') return refuse(bookable);
  const taken = whyTaken(to, units);
  if (taken !== null) return refuse(isByOwner ? taken : 'slot-taken');
  const freeChangesThrough = freeChangesLeft(booking.policy ?? CURRENT_POLICY, date, time.today);
  const previous = { date: booking.date, units: booking.units };
  return {
    booking: [
      {
        type: 'BookingRescheduled',
        data: {
          from: previous,
          // The manage link of before the move ends.
          move: booking.linkGeneration + 1,
          date,
          units,
          freeChangesThrough,
          ...(isByOwner && { admin }),
        },
      },
    ],
    released: [{ type: 'UnitsReleased', data: { booking: id, units: heldUnits } }],
    confirmed: [{ type: 'UnitsConfirmed', data: { booking: id, units } }],
  };
}

/**
 * Refuses `plans-changed` if it was moved meanwhile, `too-late` for a customer after free changes, `changed-meanwhile` if the day
 * no longer holds all units for the booking, and what makes the target unavailable.
 */
export function reschedule(
  { booking, day, target }: BookingAndDay & { readonly target: DayState },
  request: Reschedule,
): (BookingAndDayEvents & { readonly target: readonly DayEvent[] }) | Refusal {
  const moved = move(booking, day, target, request);
  if (isRefusal(moved)) return moved;
  return { booking: moved.booking, day: moved.released, target: moved.confirmed };
}

/** By the rules of `reschedule`; refuses `same-slot` if nothing would change. */
export function rescheduleWithinDay(
  { booking, day }: BookingAndDay,
  request: Reschedule,
): BookingAndDayEvents | Refusal {
  const units = unitsHeldBy(day, request.booking);
  const freed = dayType.evolve(day, { type: 'UnitsReleased', data: { booking: request.booking, units } });
  const moved = move(booking, day, freed, request);
  if (isRefusal(moved)) return moved;
  return { booking: moved.booking, day: [...moved.released, ...moved.confirmed] };
}

/** `own`: the hold. `target`: the new date's day, absent if the date stays the same. */
export interface MoveOntoHold extends BookingAndDay {
  readonly own: BookingState;
  readonly target?: DayState;
}

/** Moves to units that the customer holds unpaid, and ends that hold. Refuses what `expireHold` and `reschedule` refuse. */
export function rescheduleOntoHold(
  { own, booking, day, target }: MoveOntoHold,
  hold: Pick<Expiry, 'booking' | 'closed'>,
  request: Reschedule,
): (BookingAndDayEvents & { readonly own: readonly BookingEvent[]; readonly target?: readonly DayEvent[] }) | Refusal {
  const ended = expireHold({ booking: own, day: target ?? day }, { ...hold, cause: 'replaced', now: request.time.now });
  if (isRefusal(ended)) return ended;
  const freed = ended.day.reduce((state, event) => dayType.evolve(state, event), target ?? day);
  if (target) {
    const moved = reschedule({ booking, day, target: freed }, request);
    return isRefusal(moved) ? moved : { ...moved, own: ended.booking, target: [...ended.day, ...moved.target] };
  }
  const moved = rescheduleWithinDay({ booking, day: freed }, request);
  return isRefusal(moved) ? moved : { ...moved, own: ended.booking, day: [...ended.day, ...moved.day] };
}

export interface Cancellation extends BusinessTime {
  readonly booking: string;
  readonly by: 'customer' | 'owner';
  readonly admin?: string;
  /** Where the customer saw the visit; one that was moved meanwhile is not canceled. */
  readonly from?: Slot;
  readonly expects?: CancelOutcome;
}

/**
 * Refuses `unknown-booking`, `not-confirmed`, `plans-changed` (moved meanwhile), `visit-started` for a customer, `terms-changed`
 * if the outcome is worse than the one shown, and `changed-meanwhile`.
 */
export function cancelBooking(
  { booking, day }: BookingAndDay,
  { booking: id, by, admin, from, expects, now, timeZone }: Cancellation,
): BookingAndDayEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (from && !isAt(booking, from)) return refuse('plans-changed');
  const units = unitsHeldBy(day, id);
  if (units.length !== booking.units.length) return refuse('changed-meanwhile');
  const outcome = by === 'owner' ? 'refund' : cancelOutcome(booking, { now, timeZone });
  if (outcome === null) return refuse('visit-started');
  if (by === 'customer' && expects && isWorse(outcome, expects)) return refuse('terms-changed');
  if (outcome !== 'refund') {
    return {
      booking: [{ type: 'BookingForfeited', data: { date: booking.date, units } }],
      day: [{ type: 'UnitsForfeited', data: { booking: id, units } }],
    };
  }
  const cause = by === 'owner' ? 'cancelled-by-owner' : 'cancelled';
  return {
    booking: [
      { type: 'BookingCancelled', data: { by, ...(admin !== undefined && { admin }) } },
      ...refundAll(booking, cause),
    ],
    day: [{ type: 'UnitsReleased', data: { booking: id, units } }],
  };
}
