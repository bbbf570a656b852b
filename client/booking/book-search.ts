import type { Slot } from '#shared/availability.ts';
import { type CivilDate, type CivilMonth, isCivilDate, isCivilMonth } from '#shared/civil-date.ts';
import { type BookingStep, isBookingStep } from '#shared/booking-steps.ts';
import { type Claim, type SessionType, isSessionType } from '#shared/session-type.ts';

/** The address of the booking page: what is chosen, which month is on show, and which question where they come one by one. Values that make no sense are ignored. */
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

/** The question to begin with: what the address answers need not be asked again. */
export function firstStep(search: BookSearch, hasSlot: boolean): BookingStep {
  if (hasSlot) return 'work';
  return search.service === undefined ? 'length' : 'day';
}
