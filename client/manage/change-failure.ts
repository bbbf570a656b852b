import type { Flash } from '#shared/flash.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { type BookingFailure, invalid } from '../booking/failure.ts';
import { UNREACHABLE_CHANGE, wordChangeRefusal } from '../wording/refusals.ts';

/** Why a change did not go through, ready to show. */

function named(
  refusal: string | null,
  { fields, nearest }: Pick<BookingFailure, 'fields' | 'nearest'>,
): BookingFailure {
  const asked = refusal === 'invalid' ? invalid(fields) : null;
  if (asked?.wording === null) return asked;
  return { wording: wordChangeRefusal(refusal ?? undefined), fields: {}, nearest };
}

export function changeFailureOf(error: unknown): BookingFailure {
  if (error instanceof RpcError) return named(error.refusal, error);
  return { wording: UNREACHABLE_CHANGE, fields: {}, nearest: [] };
}

export function changeFailureOfFlash(flash: Flash | null): BookingFailure | null {
  return flash && flash.refusal !== null ? named(flash.refusal, flash) : null;
}
