/** Why data was not deleted, in words for the guest. */
import type { Flash } from '#shared/calls/flash.ts';
import { VISITS_CHOICES, type VisitsChoice } from '#shared/booking/managed-booking.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { changeFailureOf, changeFailureOfFlash } from '../changing/change-failure.ts';

export interface DeletionFailure extends BookingFailure {
  /** The error at the choice about the visit, if that is what is wrong. */
  readonly choice?: string | undefined;
  /** What was chosen in a form that was posted without script. */
  readonly chosen?: VisitsChoice | undefined;
}

/** A failure that is only about the choice is said there. */
function atChoice(failure: BookingFailure, choice: string | undefined): DeletionFailure {
  return choice === undefined ? failure : { ...failure, wording: null, choice };
}

export function deletionFailureOf(error: unknown): DeletionFailure {
  return atChoice(changeFailureOf(error), error instanceof RpcError ? error.fields['visit'] : undefined);
}

export function deletionFailureOfFlash(flash: Flash | null): DeletionFailure | null {
  const failure = changeFailureOfFlash(flash);
  if (!failure || !flash) return null;
  const chosen = VISITS_CHOICES.find((choice) => choice === flash.values['visit']?.[0]);
  return { ...atChoice(failure, flash.fields['visit']), chosen };
}
