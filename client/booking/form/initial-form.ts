import { type Availability, type Slot, isOpen } from '#shared/availability.ts';
import {
  type BookingFormValues,
  EMPTY_BOOKING_FORM,
  type OwnDetails,
  parseSlot,
  readBookingForm,
  slotFor,
  slotValue,
} from '#shared/booking-form.ts';
import type { CurrentHold } from '#shared/contract.ts';
import type { Flash } from '#shared/flash.ts';
import { mayStand } from '#shared/refusals.ts';
import { isSessionType } from '#shared/session-type.ts';
import { type BookSearch, slotOf } from '../book-search.ts';
import { newKey } from './draft.ts';

interface Sources {
  readonly flash: Flash | null;
  readonly hold: CurrentHold | null;
  readonly search: BookSearch;
  /** What the visitor's account knows. */
  readonly own: OwnDetails | null;
}

/**
 * The form as a page begins with it: what was just posted, else the visitor's own hold, else what their account knows; a choice
 * in the address wins.
 */
export function initialForm({ flash, hold, search, own }: Sources): BookingFormValues {
  if (flash && bringsValues(flash)) {
    const posted = readBookingForm(asForm(flash.values));
    const chosen = slotOf(search);
    return chosen ? { ...posted, slot: slotValue(chosen) } : posted;
  }
  const held = (hold && heldForm(hold)) ?? { ...EMPTY_BOOKING_FORM, ...own?.answers };
  const service = search.service ?? (isSessionType(held.service) ? held.service : 'half-day');
  const slot = slotFor(service, slotOf(search) ?? parseSlot(held.slot));
  return { ...held, service, slot: slot ? slotValue(slot) : '' };
}

/** Whether it gives the form back as it was typed; one that only says what went wrong does not. */
export function bringsValues(flash: Flash | null): boolean {
  return flash !== null && Object.keys(flash.values).length > 0;
}

/**
 * Whether the form begins as one that was filled in before. What an account knows does not count: its owner has not gone through
 * the questions yet.
 */
export function wasFilledIn(sources: Omit<Sources, 'own'>): boolean {
  const { area, address, name, email, phone } = initialForm({ ...sources, own: null });
  return [area, address, name, email, phone].every((answer) => answer !== '');
}

/** Null once it is booked: the form begins anew. */
function heldForm({ details, slot }: CurrentHold): BookingFormValues | null {
  if (details === null) return null;
  const { date: _date, claim: _claim, ...fields } = details;
  return { ...fields, slot: slotValue(slot) };
}

function asForm(values: Flash['values']) {
  const fields = new Map(Object.entries(values));
  return {
    get: (name: string) => fields.get(name)?.[0],
    getAll: (name: string) => [...(fields.get(name) ?? [])],
  };
}

/** The key for posting without script: the one just used while what it was used for may stand. */
export function postKeyAfter(flash: Flash | null): string {
  const used = flash?.refusal ? flash.values['key']?.[0] : undefined;
  return used && mayStand(flash?.refusal ?? null) ? used : newKey();
}

/** The slot, when it can still be had. */
export function openSlot(availability: Availability, slot: Slot | null): Slot | null {
  const day = slot && availability.days.find(({ date }) => date === slot.date);
  return day && isOpen(day, slot.claim) ? slot : null;
}
