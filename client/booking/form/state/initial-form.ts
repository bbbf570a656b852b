import { type Availability, type Slot, isOpen } from '#shared/booking/availability.ts';
import {
  type BookingFormValues,
  EMPTY_BOOKING_FORM,
  type OwnDetails,
  parseSlot,
  readStoredForm,
  slotFor,
  slotValue,
} from '#shared/booking/booking-form.ts';
import { TEXT_FIELDS, fieldOf } from '#shared/booking/booking-fields.ts';
import type { CurrentHold } from '#shared/calls/contract.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { mayStand } from '#shared/calls/refusals.ts';
import { isSessionType, ALL_SESSION_TYPES } from '#shared/booking/session-type.ts';
import type { RouterContext } from '../../../shell/router-context.ts';
import { type BookSearch, slotOf } from '#shared/booking/book-search.ts';

export interface Sources {
  readonly flash: Flash | null;
  readonly hold: CurrentHold | null;
  readonly search: BookSearch;
  readonly own: OwnDetails | null;
}

/** What was just posted, else the visitor's hold, else the profile. A slot named by the URL takes precedence. */
export function initialForm({ flash, hold, search, own }: Sources): BookingFormValues {
  if (flash && hasValues(flash)) {
    const posted = readStoredForm(flash.values);
    const chosen = slotOf(search);
    return chosen ? { ...posted, slot: slotValue(chosen) } : posted;
  }
  const held = (hold && heldForm(hold)) ?? { ...EMPTY_BOOKING_FORM, ...own };
  const service = search.service ?? (isSessionType(held.service) ? held.service : ALL_SESSION_TYPES[0]);
  const slot = slotFor(service, slotOf(search) ?? parseSlot(held.slot));
  return { ...held, service, slot: slot ? slotValue(slot) : '' };
}

/** Some flashes contain only a refusal. */
export function hasValues(flash: Flash | null): boolean {
  return flash !== null && Object.keys(flash.values).length > 0;
}

/** A profile doesn't count, because the customer hasn't gone through the questions. */
export function wasFilledIn(sources: Sources): boolean {
  const values = initialForm({ ...sources, own: null });
  return TEXT_FIELDS.every((name) => fieldOf(name).optional || values[name] !== '');
}

/** Null once the hold is paid: the form then starts empty. */
function heldForm({ details, slot }: CurrentHold): BookingFormValues | null {
  if (details === null) return null;
  const { date: _date, claim: _claim, ...fields } = details;
  // The hold was made with these answers: whatever was asked about them is confirmed.
  return { ...EMPTY_BOOKING_FORM, ...fields, slot: slotValue(slot), confirmed: [fields.address, fields.email] };
}

/** Keeps the posted key if the refused request may have taken effect. */
export function postKeyAfter({ flash, newKey }: Pick<RouterContext, 'flash' | 'newKey'>): string {
  const used = flash?.refusal ? flash.values['key']?.[0] : undefined;
  return used && mayStand(flash?.refusal ?? null) ? used : newKey();
}

export function openSlot(availability: Availability, slot: Slot | null): Slot | null {
  const day = slot && availability.days.find(({ date }) => date === slot.date);
  return day && isOpen(day, slot.claim) ? slot : null;
}
