import type { Slot } from './availability.ts';
import { BOOKING_FIELD_NAMES, type BookingFieldName, type ListField, fieldOf, forEachField } from './booking-fields.ts';
import { opaqueId } from '../calls/rpc.ts';
import { isCivilDate } from '../civil-date.ts';
import { type SessionType, sessionTypeOf, isClaim } from './session-type.ts';

/** The form as typed, so that it can be shown again. `slot`: `2027-03-09/am`. `photos`: tickets. */
export type BookingFormValues = {
  readonly [Name in BookingFieldName]: Name extends ListField ? readonly string[] : string;
} & {
  /** The confirmed answers themselves, so that a changed answer is asked about again. */
  readonly confirmed: readonly string[];
};

export type OwnDetails = Pick<BookingFormValues, 'area' | 'address' | 'name' | 'email' | 'phone'>;

export const EMPTY_BOOKING_FORM = readBookingForm(new URLSearchParams());

export interface FormSource {
  keys(): Iterable<string>;
  get(name: string): unknown;
  getAll(name: string): unknown[];
}

const SLOT_FIELD = 'slot';

/** Browsers restore radio buttons by name and place, so other times need another name. */
export function slotFieldName(shown: object): string {
  return `${SLOT_FIELD}-${opaqueId(JSON.stringify(shown))}`;
}

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

/** As a form has them, for example in a draft. */
export function readStoredForm(values: Readonly<Record<string, unknown>>): BookingFormValues {
  const fields = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
  const getAll = (name: string) => fields.get(name) ?? [];
  return readBookingForm({ keys: () => fields.keys(), get: (name) => getAll(name)[0], getAll });
}

export function priceField(service: string): string {
  return `price-${service}`;
}

/** In cents; NaN for none. */
export function shownPrice(form: FormSource): number {
  return Number(form.get(priceField(String(form.get('service')))) ?? NaN);
}

export function slotValue({ date, claim }: Slot): string {
  return `${date}/${claim}`;
}

export function parseSlot(value: string): Slot | null {
  const [date, claim, ...rest] = value.split('/');
  return isCivilDate(date) && isClaim(claim) && rest.length === 0 ? { date, claim } : null;
}

/** Null unless its claim fits the session type. */
export function slotFor(service: SessionType, slot: Slot | null): Slot | null {
  return slot && sessionTypeOf(slot.claim) === service ? slot : null;
}

export function bookingInput({ slot, photos, confirmed, ...fields }: BookingFormValues) {
  const { date, claim } = parseSlot(slot) ?? {};
  return { ...fields, ...(photos.length > 0 && { photos }), ...(confirmed.length > 0 && { confirmed }), date, claim };
}
