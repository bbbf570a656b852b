import type { Slot } from '#shared/booking/availability.ts';
import type { Flash } from '#shared/calls/flash.ts';
import { cureOf } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { type BookingFailure, invalid } from '../../booking/form/state/failure.ts';
import { UNREACHABLE_CHANGE, withVisitTime, wordChangeRefusal } from '../../wording/refusals.ts';

function refused({ refusal, fields, nearest, retryAfter }: RpcError | Flash): BookingFailure {
  const asked = refusal === 'invalid' ? invalid(fields) : null;
  if (asked?.wording === null) return asked;
  return { wording: wordChangeRefusal(refusal ?? undefined, retryAfter), fields: {}, nearest };
}

export function changeFailureOf(error: unknown): BookingFailure {
  return error instanceof RpcError ? refused(error) : { wording: UNREACHABLE_CHANGE, fields: {}, nearest: [] };
}

export function withVisit<Failure extends BookingFailure | null>(failure: Failure, visit: Slot): Failure {
  if (!failure?.wording) return failure;
  return { ...failure, wording: withVisitTime(failure.wording, slotWords(visit)) };
}

/** The page shows an outdated visit, which must be fetched again. */
export function isStaleVisit(error: unknown): boolean {
  return error instanceof RpcError && cureOf(error.refusal) === 'fresh-page';
}

export function changeFailureOfFlash(flash: Flash | null): BookingFailure | null {
  return flash && flash.refusal !== null ? refused(flash) : null;
}
