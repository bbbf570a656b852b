/** Why data was not deleted, in words for the guest. */
import type { Flash } from '#shared/calls/flash.ts';
import { VISITS_CHOICES, type VisitsChoice } from '#shared/booking/managed-booking.ts';
import type { BookingFailure } from '../../booking/form/state/failure.ts';
import { changeFailureOfFlash } from '../changing/change-failure.ts';

export interface DeletionFailure extends BookingFailure {
  /** The error at the choice about the visit, if that is what is wrong. */
  readonly choice?: string | undefined;
  /** What was chosen. */
  readonly chosen?: VisitsChoice | undefined;
}

export function deletionFailureOfFlash(flash: Flash | null): DeletionFailure | null {
  const failure = changeFailureOfFlash(flash);
  if (!failure || !flash) return null;
  const chosen = VISITS_CHOICES.find((choice) => choice === flash.values['visit']?.[0]);
  const choice = flash.fields['visit'];
  // A failure that is only about the choice is said there.
  return { ...failure, ...(choice !== undefined && { wording: null, choice }), chosen };
}
