import type { Slot } from './availability.ts';
import { BOOKING_FIELD_NAMES, type BookingFieldName, type ListField, fieldOf, forEachField } from './booking-fields.ts';
import { opaqueId } from '../calls/rpc.ts';
import { isCivilDate } from '../civil-date.ts';
import { type SessionType, sessionTypeOf, isClaim } from './session-type.ts';

/**
 * The values of the booking form as typed: unvalidated text, so that the form can be shown again unchanged. `slot` has date and claim of
 * the chosen radio button, `2027-03-09/am`; `photos` has tickets of the photos that were sent.
 */
export type BookingFormValues = {
  readonly [Name in BookingFieldName]: Name extends ListField ? readonly string[] : string;
} & {
  /** Doubtful answers that the visitor confirmed: the answers themselves, so that another answer is asked about again. */
  readonly confirmed: readonly string[];
};

/** Answers of the booking form that an account has stored; empty where it has none. */
export type OwnDetails = Pick<BookingFormValues, 'area' | 'address' | 'name' | 'email' | 'phone'>;

/** The values of a form without any. */
export const EMPTY_BOOKING_FORM = readBookingForm(new URLSearchParams());

/** The part of `FormData` that reading a form needs. */
export interface FormSource {
  keys(): Iterable<string>;
  get(name: string): unknown;
  getAll(name: string): unknown[];
}

const SLOT_FIELD = 'slot';

/**
 * The name of the radio buttons for these times. Chromium and WebKit restore radio buttons by name and place: once other times are
 * open, the name is another one, so that none is checked in place of the one that was.
 */
export function slotFieldName(shown: object): string {
  return `${SLOT_FIELD}-${opaqueId(JSON.stringify(shown))}`;
}

/** The value of the radio button that is checked, whatever the times were; empty for none. */
export function postedSlot(form: Omit<FormSource, 'getAll'>): string {
  for (const name of form.keys()) {
    const value = name.startsWith(SLOT_FIELD) ? form.get(name) : null;
    if (typeof value === 'string') return value;
  }
  return '';
}

export function readBookingForm(form: FormSource): BookingFormValues {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const texts = (name: string) => [...new Set(form.getAll(name).filter((value) => typeof value === 'string'))];
  const values = forEachField(BOOKING_FIELD_NAMES, (name) =>
    fieldOf(name).kind === 'list' ? texts(name) : text(name),
  );
  return { ...values, slot: postedSlot(form), confirmed: texts('confirmed') } as BookingFormValues;
}

/** The hidden field with the price that the form shows for a session type. */
export function priceField(service: string): string {
  return `price-${service}`;
}

/** The price, in cents, that the form showed for its session type; NaN for none. */
export function shownPrice(form: FormSource): number {
  return Number(form.get(priceField(String(form.get('service')))) ?? NaN);
}

export function slotValue({ date, claim }: Slot): string {
  return `${date}/${claim}`;
}

/** The slot of a radio button's value; null for any other text. */
export function parseSlot(value: string): Slot | null {
  const [date, claim, ...rest] = value.split('/');
  return isCivilDate(date) && isClaim(claim) && rest.length === 0 ? { date, claim } : null;
}

/** The slot, if its claim fits the session type; otherwise null. */
export function slotFor(service: SessionType, slot: Slot | null): Slot | null {
  return slot && sessionTypeOf(slot.claim) === service ? slot : null;
}

/** The form's values in the shape of the booking schema, not validated. */
export function bookingInput({ slot, photos, confirmed, ...fields }: BookingFormValues) {
  const { date, claim } = parseSlot(slot) ?? {};
  return { ...fields, ...(photos.length > 0 && { photos }), ...(confirmed.length > 0 && { confirmed }), date, claim };
}
