import { type Availability, type Slot, isOpen, openClaims } from '#shared/booking/availability.ts';
import { BOOKING_STEPS, type BookingStep, fieldsOfStep, stepOfField } from '#shared/booking/booking-steps.ts';
import { daysBetween } from '#shared/civil-date.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import type { FieldError } from '../../../components/fields/error-summary.tsx';
import { type BookingWording, UNREACHABLE, wordRefusal } from '../../../wording/refusals.ts';

export interface BookingFailure {
  /** Null if the messages at the fields are enough. */
  readonly wording: BookingWording | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly nearest: readonly Slot[];
}

/** In the order of the form. */
const FIELDS = BOOKING_STEPS.flatMap(fieldsOfStep);

/** `date` and `claim` are the one field `slot`. */
export function invalid(fields: Readonly<Record<string, string>>): BookingFailure {
  const { date, claim, ...others } = fields;
  const slot = date ?? claim;
  const known = Object.entries(slot === undefined ? others : { ...others, slot }).filter(([name]) =>
    FIELDS.includes(name),
  );
  return { wording: known.length > 0 ? null : wordRefusal(undefined), fields: Object.fromEntries(known), nearest: [] };
}

/** The response to a post without script: null if it wasn't refused. */
export function failureOfFlash(flash: Flash | null): BookingFailure | null {
  return flash && flash.refusal !== null ? refused(flash) : null;
}

function refused(refusal: RpcError | Flash): BookingFailure {
  if (refusal.refusal === 'invalid') return invalid(refusal.fields);
  return { wording: wordRefusal(refusal.refusal ?? undefined, refusal), fields: {}, nearest: refusal.nearest };
}

const NEAREST = 4;

/** Offers the nearest open slots if the slot is not open; null if it is. */
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

/** If the only new error is the missing slot. */
export function keepLostSlot(failed: BookingFailure, before: BookingFailure | null): BookingFailure {
  const [first, ...others] = Object.keys(failed.fields);
  return before && before.nearest.length > 0 && first === 'slot' && others.length === 0 ? before : failed;
}

export function failureOf(error: unknown): BookingFailure {
  return error instanceof RpcError ? refused(error) : { wording: UNREACHABLE, fields: {}, nearest: [] };
}

/** In the order of the form. */
export function fieldErrorList({ fields }: Pick<BookingFailure, 'fields'>): FieldError[] {
  return FIELDS.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
}

/** For a field that the visitor is correcting; null if no error is left. */
export function withoutField<Failure extends Pick<BookingFailure, 'wording' | 'fields'>>(
  failure: Failure | null,
  name: string,
): Failure | null {
  if (!failure || failure.fields[name] === undefined) return failure;
  const { [name]: _fixed, ...fields } = failure.fields;
  return failure.wording || Object.keys(fields).length > 0 ? { ...failure, fields } : null;
}

export function stepOfFailure(failure: BookingFailure): BookingStep | null {
  if (failure.wording) return failure.nearest.length > 0 ? 'day' : null;
  const [first] = fieldErrorList(failure);
  return first ? stepOfField(first.name) : null;
}

export function failedSteps({ fields }: BookingFailure): ReadonlySet<BookingStep | null> {
  return new Set(Object.keys(fields).map(stepOfField));
}

export function failureIn(step: BookingStep, { fields }: BookingFailure): BookingFailure | null {
  const own = Object.entries(fields).filter(([name]) => fieldsOfStep(step).includes(name));
  return own.length > 0 ? { wording: null, fields: Object.fromEntries(own), nearest: [] } : null;
}
