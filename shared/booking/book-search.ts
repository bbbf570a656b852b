import type { Slot } from './availability.ts';
import { type CivilDate, type CivilMonth, isCivilDate, isCivilMonth } from '../civil-date.ts';
import { type BookingStep, LAST_STEP, isBookingStep } from './booking-steps.ts';
import { type Claim, type SessionType, isSessionType, isClaim } from './session-type.ts';

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
    ...(isClaim(claim) && { claim }),
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
  readonly hasSlot: boolean;
  /** Also true for a visitor who returns from the payment page. */
  readonly wasFilledIn: boolean;
}

/** Skips questions that the page's address or the visitor has answered. */
export function firstStep(search: BookSearch, { hasSlot, wasFilledIn }: FirstStepInput): BookingStep {
  if (hasSlot) return wasFilledIn ? LAST_STEP : 'work';
  return search.service === undefined && !wasFilledIn ? 'length' : 'day';
}
