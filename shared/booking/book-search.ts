import type { Availability, Slot } from './availability.ts';
import { type CivilDate, type CivilMonth, datesOfMonth, isCivilDate, isCivilMonth, monthOf } from '../civil-date.ts';
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

export function dateRange(month: CivilMonth | null): { readonly from?: CivilDate; readonly to?: CivilDate } {
  if (month === null) return {};
  const dates = datesOfMonth(month);
  return { from: dates[0]!, to: dates.at(-1)! };
}

/** Months that the search asks for and that end after the loaded days, up to `to`, the last day that can be booked. */
export function monthsBeyond({ days, to }: Availability, { month, date }: BookSearch): CivilMonth[] {
  const last = days.at(-1)?.date;
  if (last === undefined || last >= to) return [];
  const months = new Set([month, date && monthOf(date)].filter((each) => each !== undefined));
  return [...months].filter((each) => each >= monthOf(last) && each <= monthOf(to));
}
