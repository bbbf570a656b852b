import type { Slot } from './availability.ts';
import { isCivilDate } from './civil-date.ts';
import { type SessionType, sessionTypeOf } from './session-type.ts';

/** The booking form as it stands in the page: plain text, right or wrong, so that it can be given back as it was typed. */
export interface BookingFormValues {
  readonly service: string;
  /** Date and claim of the chosen radio button: `2027-03-09/am`. */
  readonly slot: string;
  readonly area: string;
  readonly tasks: readonly string[];
  readonly address: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly notes: string;
}

/** What an account knows of the form's answers; empty where it knows none. */
export interface OwnDetails {
  /** Of the account, so that the form can say whose page it stands on. */
  readonly mark: string;
  readonly answers: Pick<BookingFormValues, 'area' | 'address' | 'name' | 'email' | 'phone'>;
}

export const EMPTY_BOOKING_FORM: BookingFormValues = {
  service: '',
  slot: '',
  area: '',
  tasks: [],
  address: '',
  name: '',
  email: '',
  phone: '',
  notes: '',
};

/** The part of `FormData` (and of its like) that a form is read with. */
export interface FormSource {
  get(name: string): unknown;
  getAll(name: string): unknown[];
}

export function readBookingForm(form: FormSource): BookingFormValues {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    service: text('service'),
    slot: text('slot'),
    area: text('area'),
    tasks: form.getAll('tasks').filter((value) => typeof value === 'string'),
    address: text('address'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    notes: text('notes'),
  };
}

export function slotValue({ date, claim }: Slot): string {
  return `${date}/${claim}`;
}

/** The slot a radio button stands for; null for anything else. */
export function parseSlot(value: string): Slot | null {
  const [date, claim, ...rest] = value.split('/');
  const isClaim = claim === 'am' || claim === 'pm' || claim === 'full';
  return isCivilDate(date) && isClaim && rest.length === 0 ? { date, claim } : null;
}

/** The slot, when it is one that the session type makes. */
export function slotFor(service: SessionType, slot: Slot | null): Slot | null {
  return slot && sessionTypeOf(slot.claim) === service ? slot : null;
}

/** The form's values in the shape of the booking schema, unchecked. */
export function bookingInput({ slot, ...fields }: BookingFormValues) {
  const { date, claim } = parseSlot(slot) ?? {};
  return { ...fields, date, claim };
}
