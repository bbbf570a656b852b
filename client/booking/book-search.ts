import type { Slot } from '#shared/booking/availability.ts';
import { type CivilDate, type CivilMonth, isCivilDate, isCivilMonth } from '#shared/civil-date.ts';
import { type BookingStep, LAST_STEP, isBookingStep } from '#shared/booking/booking-steps.ts';
import { type Claim, type SessionType, isSessionType } from '#shared/booking/session-type.ts';

/**
 * Search parameters of the booking page: the chosen time, the shown month, and the question where they are shown one at a time.
 * Invalid ones are ignored.
 */
export interface BookSearch {
  readonly service?: SessionType;
  readonly month?: CivilMonth;
  readonly date?: CivilDate;
  readonly claim?: Claim;
  readonly step?: BookingStep;
}

export function readBookSearch({ service, month, date, claim, step }: Record<string, unknown>): BookSearch {
  return {
    ...(isSessionType(service) && { service }),
    ...(isCivilMonth(month) && { month }),
    ...(isCivilDate(date) && { date }),
    ...((claim === 'am' || claim === 'pm' || claim === 'full') && { claim }),
    ...(isBookingStep(step) && { step }),
  };
}

export function slotOf({ date, claim }: BookSearch): Slot | null {
  return date && claim ? { date, claim } : null;
}

interface Choice {
  readonly service: SessionType;
  readonly slot: Slot | null;
  readonly month: CivilMonth | null;
}

export function bookSearch({ service, slot, month }: Choice, step: BookingStep): BookSearch {
  return { service, step, ...(slot && { date: slot.date, claim: slot.claim }), ...(month && { month }) };
}

interface FirstStepInput {
  /** Whether the chosen time is still open. */
  readonly hasSlot: boolean;
  /** Whether all questions were answered before, for example by a visitor who returns from the payment page. */
  readonly wasFilledIn: boolean;
}

/** The first shown question: one that the address or the visitor has answered is not asked again. */
export function firstStep(search: BookSearch, { hasSlot, wasFilledIn }: FirstStepInput): BookingStep {
  if (hasSlot) return wasFilledIn ? LAST_STEP : 'work';
  return search.service === undefined && !wasFilledIn ? 'length' : 'day';
}
