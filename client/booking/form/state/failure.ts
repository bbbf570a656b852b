import { type Availability, type Slot, isOpen, openClaims } from '#shared/booking/availability.ts';
import { BOOKING_STEPS, type BookingStep, fieldsOfStep, stepOfField } from '#shared/booking/booking-steps.ts';
import { daysBetween } from '#shared/civil-date.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import type { FieldError } from '../../../components/fields/error-summary.tsx';
import { type BookingWording, UNREACHABLE, wordRefusal } from '../../../wording/refusals.ts';

/** Why the form was refused, in words for the visitor. */
export interface BookingFailure {
  /** Null if the messages at the fields say everything. */
  readonly wording: BookingWording | null;
  /** Error messages by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Open times near the lost one. */
  readonly nearest: readonly Slot[];
}

/** In the order of the form. */
const FIELDS = BOOKING_STEPS.flatMap(fieldsOfStep);

/** Maps errors of the booking schema to form fields: `date` and `claim` are the one field `slot`. */
export function invalid(fields: Readonly<Record<string, string>>): BookingFailure {
  const { date, claim, ...others } = fields;
  const slot = date ?? claim;
  const known = Object.entries(slot === undefined ? others : { ...others, slot }).filter(([name]) =>
    FIELDS.includes(name),
  );
  return { wording: known.length > 0 ? null : wordRefusal(undefined), fields: Object.fromEntries(known), nearest: [] };
}

export function failureOfFlash(flash: Flash | null): BookingFailure | null {
  if (!flash || flash.refusal === null) return null;
  if (flash.refusal === 'invalid') return invalid(flash.fields);
  return { wording: wordRefusal(flash.refusal, flash), fields: {}, nearest: flash.nearest };
}

/** Open times offered instead of a taken one. */
const NEAREST = 4;

/**
 * Returns a failure with the nearest open slots if the slot is not open: it was taken while the visitor looked on, or a link in a mail
 * named it. Returns null if it is open.
 */
export function failureOfSlot(
  availability: Availability,
  slot: Slot | null,
  wording: BookingWording = wordRefusal('slot-gone'),
): BookingFailure | null {
  if (!slot) return null;
  const { date, claim } = slot;
  if (availability.days.some((day) => day.date === date && isOpen(day, claim))) return null;
  const distance = (other: Slot) => Math.abs(daysBetween(date, other.date));
  const nearest = availability.days
    .flatMap((day) => openClaims(day, sessionTypeOf(claim)).map((open) => ({ date: day.date, claim: open })))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, NEAREST);
  return { wording, fields: {}, nearest };
}

/** Keeps the failure about a lost slot if the only new error is the missing slot. */
export function keepLostSlot(failed: BookingFailure, before: BookingFailure | null): BookingFailure {
  const [first, ...others] = Object.keys(failed.fields);
  return before && before.nearest.length > 0 && first === 'slot' && others.length === 0 ? before : failed;
}

export function failureOf(error: unknown): BookingFailure {
  if (!(error instanceof RpcError)) return { wording: UNREACHABLE, fields: {}, nearest: [] };
  if (error.refusal === 'invalid') return invalid(error.fields);
  const wording = wordRefusal(error.refusal ?? undefined, error);
  return { wording, fields: {}, nearest: error.nearest };
}

/** Field errors for the summary, in the order of the form. */
export function fieldErrorList({ fields }: Pick<BookingFailure, 'fields'>): FieldError[] {
  return FIELDS.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
}

/** Removes the error of a field that the visitor is correcting; null if no error is left. */
export function withoutField(failure: BookingFailure | null, name: string): BookingFailure | null {
  if (!failure || failure.fields[name] === undefined) return failure;
  const { [name]: _fixed, ...fields } = failure.fields;
  return failure.wording || Object.keys(fields).length > 0 ? { ...failure, fields } : null;
}

/** The question with the error; null if no question has it. */
export function stepOfFailure(failure: BookingFailure): BookingStep | null {
  if (failure.wording) return failure.nearest.length > 0 ? 'day' : null;
  const [first] = fieldErrorList(failure);
  return first ? stepOfField(first.name) : null;
}

/** The questions with refused answers. */
export function failedSteps({ fields }: BookingFailure): ReadonlySet<BookingStep | null> {
  return new Set(Object.keys(fields).map(stepOfField));
}

/** The part of a failure that concerns one question; null for none. */
export function failureIn(step: BookingStep, { fields }: BookingFailure): BookingFailure | null {
  const own = Object.entries(fields).filter(([name]) => fieldsOfStep(step).includes(name));
  return own.length > 0 ? { wording: null, fields: Object.fromEntries(own), nearest: [] } : null;
}
