import { BOOKING_FIELD_NAMES, BOOKING_FIELDS } from './booking-fields.ts';

export const BOOKING_STEPS = ['length', 'day', 'work', 'place', 'person'] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];

export const LAST_STEP: BookingStep = 'person';

export function fieldsOfStep(step: BookingStep): readonly string[] {
  return BOOKING_FIELD_NAMES.filter((name) => BOOKING_FIELDS[name].step === step);
}

export function isBookingStep(value: unknown): value is BookingStep {
  return (BOOKING_STEPS as readonly unknown[]).includes(value);
}

/** Null at the ends. */
export function stepBeside(step: BookingStep, by: 1 | -1): BookingStep | null {
  return BOOKING_STEPS[BOOKING_STEPS.indexOf(step) + by] ?? null;
}

export function stepOfField(name: string): BookingStep | null {
  return BOOKING_STEPS.find((step) => fieldsOfStep(step).includes(name)) ?? null;
}
