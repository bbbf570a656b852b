import { type Availability, type Slot, isOpen, openClaims } from '#shared/availability.ts';
import { BOOKING_STEPS, type BookingStep, STEP_FIELDS, stepOfField } from '#shared/booking-steps.ts';
import { daysBetween } from '#shared/civil-date.ts';
import type { Flash } from '#shared/flash.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { sessionTypeOf } from '#shared/session-type.ts';
import type { FieldError } from '../../components/fields/error-summary.tsx';
import { UNREACHABLE, type Wording, wordRefusal } from '../../wording/refusals.ts';

/** Why the form did not go through, ready to show. */
export interface BookingFailure {
  /** Null when the fields say it all. */
  readonly wording: Wording | null;
  /** Messages by the form's field names. */
  readonly fields: Readonly<Record<string, string>>;
  /** Open times near the one that was lost. */
  readonly nearest: readonly Slot[];
}

/** Top to bottom, as the form asks. */
const FIELDS = BOOKING_STEPS.flatMap((step) => STEP_FIELDS[step]);

/** Errors of the booking schema under the names of the form, where one field answers for date and claim. */
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
  return { wording: wordRefusal(flash.refusal, flash.retryAfter), fields: {}, nearest: flash.nearest };
}

/** Open times offered in place of one that is gone. */
const NEAREST = 4;

/**
 * For a time that can no longer be had, of a link as mails have them or taken while its visitor looked on: says so, with the
 * nearest open ones.
 */
export function failureOfSlot(
  availability: Availability,
  slot: Slot | null,
  wording: Wording = wordRefusal('slot-gone'),
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

/** A choice that was taken away is not asked for as if it had been forgotten: it is told again that it was taken. */
export function orStillLost(failed: BookingFailure, before: BookingFailure | null): BookingFailure {
  const [first, ...others] = Object.keys(failed.fields);
  return before && before.nearest.length > 0 && first === 'slot' && others.length === 0 ? before : failed;
}

export function failureOf(error: unknown): BookingFailure {
  if (!(error instanceof RpcError)) return { wording: UNREACHABLE, fields: {}, nearest: [] };
  if (error.refusal === 'invalid') return invalid(error.fields);
  const wording = wordRefusal(error.refusal ?? undefined, error.retryAfter);
  return { wording, fields: {}, nearest: error.nearest };
}

/** Errors for the summary, in the order of the form. */
export function fieldErrorList({ fields }: Pick<BookingFailure, 'fields'>): FieldError[] {
  return FIELDS.flatMap((name) => {
    const message = fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
}

/** Without the error of a field that is being put right; null when nothing is left to say. */
export function withoutField(failure: BookingFailure | null, name: string): BookingFailure | null {
  if (!failure || failure.fields[name] === undefined) return failure;
  const { [name]: _fixed, ...fields } = failure.fields;
  return failure.wording || Object.keys(fields).length > 0 ? { ...failure, fields } : null;
}

/** The question at which to put it right; null when it is none of the questions'. */
export function stepOfFailure(failure: BookingFailure): BookingStep | null {
  if (failure.wording) return failure.nearest.length > 0 ? 'day' : null;
  const [first] = fieldErrorList(failure);
  return first ? stepOfField(first.name) : null;
}

/** The questions whose answers are refused. */
export function failedSteps({ fields }: BookingFailure): ReadonlySet<BookingStep | null> {
  return new Set(Object.keys(fields).map(stepOfField));
}

/** What of it concerns one question; null when nothing does. */
export function failureIn(step: BookingStep, { fields }: BookingFailure): BookingFailure | null {
  const own = Object.entries(fields).filter(([name]) => STEP_FIELDS[step].includes(name));
  return own.length > 0 ? { wording: null, fields: Object.fromEntries(own), nearest: [] } : null;
}
