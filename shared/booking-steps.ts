/** The booking form's questions in their order: one at a time on a phone, all on one sheet elsewhere. */
export const BOOKING_STEPS = ['length', 'day', 'work', 'place', 'person'] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];

export const LAST_STEP: BookingStep = 'person';

/** The form's fields that answer each. */
export const STEP_FIELDS: Readonly<Record<BookingStep, readonly string[]>> = {
  length: ['service'],
  day: ['slot'],
  work: ['tasks', 'notes'],
  place: ['area', 'address'],
  person: ['name', 'email', 'phone'],
};

export function isBookingStep(value: unknown): value is BookingStep {
  return (BOOKING_STEPS as readonly unknown[]).includes(value);
}

/** The question after this one, or before it; null at the ends. */
export function stepBeside(step: BookingStep, by: 1 | -1): BookingStep | null {
  return BOOKING_STEPS[BOOKING_STEPS.indexOf(step) + by] ?? null;
}

/** The question that a field answers. */
export function stepOfField(name: string): BookingStep | null {
  return BOOKING_STEPS.find((step) => STEP_FIELDS[step].includes(name)) ?? null;
}
