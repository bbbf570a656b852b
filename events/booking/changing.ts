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

/** `target`: the new date's day, absent if the date stays the same. */
export interface Moving extends BookingAndDay {
  readonly target?: DayState;
}

interface Moved extends BookingAndDayEvents {
  readonly target?: readonly DayEvent[];
}

/**
 * Refuses `plans-changed` if it was moved meanwhile, `too-late` for a customer after free changes, `changed-meanwhile` if the day
 * no longer holds all units for the booking, `same-slot` if nothing would change, and what makes the target unavailable.
 */
export function reschedule({ booking, day, target }: Moving, request: Reschedule): Moved | Refusal {
  const { booking: id, from: seen, date, claim, time, admin } = request;
  const isByOwner = admin !== undefined;
  if (booking === null) return refuse('unknown-booking');
  if (booking.status !== 'confirmed') return refuse('not-confirmed');
  if (!isAt(booking, seen)) return refuse('plans-changed');
  if (!isByOwner && !canChangeForFree(booking, time)) return refuse('too-late');
  if (sessionTypeOf(claim) !== booking.service) return refuse('wrong-service');
  if (isAt(booking, { date, claim })) return refuse('same-slot');
  const heldUnits = unitsHeldBy(day, id);
  if (heldUnits.length !== booking.units.length) return refuse('changed-meanwhile');
  const units = unitsOf(claim);
  const bookable = isByOwner ? whenOwnerCanBook(date, units, time) : whenBookable(date, units, time);
  if (bookable !== 'open') return refuse(bookable);
  const released: DayEvent = { type: 'UnitsReleased', data: { booking: id, units: heldUnits } };
  const taken = whyTaken(target ?? dayType.evolve(day, released), units);
  if (taken !== null) return refuse(isByOwner ? taken : 'slot-taken');
  const data = {
    from: { date: booking.date, units: booking.units },
    // The manage link of before the move ends.
    move: booking.linkGeneration + 1,
    date,
    units,
    freeChangesThrough: freeChangesLeft(booking.policy ?? CURRENT_POLICY, date, time.today),
    ...(isByOwner && { admin }),
  };
  const moved: BookingEvent[] = [{ type: 'BookingRescheduled', data }];
  const confirmed: DayEvent = { type: 'UnitsConfirmed', data: { booking: id, units } };
  return target
    ? { booking: moved, day: [released], target: [confirmed] }
    : { booking: moved, day: [released, confirmed] };
}

/** `own`: the hold. */
export interface MoveOntoHold extends Moving {
  readonly own: BookingState;
}

/** Moves to units that the customer holds unpaid, and ends that hold. Refuses what `expireHold` and `reschedule` refuse. */
export function rescheduleOntoHold(
  { own, booking, day, target }: MoveOntoHold,
  hold: Pick<Expiry, 'booking' | 'closed'>,
  request: Reschedule,
): (Moved & { readonly own: readonly BookingEvent[] }) | Refusal {
  const ended = expireHold({ booking: own, day: target ?? day }, { ...hold, cause: 'replaced', now: request.time.now });
  if (isRefusal(ended)) return ended;
  const freed = ended.day.reduce((state, event) => dayType.evolve(state, event), target ?? day);
  const moved = reschedule(target ? { booking, day, target: freed } : { booking, day: freed }, request);
  if (isRefusal(moved)) return moved;
  const onDay = moved.target ? { target: [...ended.day, ...moved.target] } : { day: [...ended.day, ...moved.day] };
  return { ...moved, own: ended.booking, ...onDay };
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
