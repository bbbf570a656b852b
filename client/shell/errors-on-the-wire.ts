import { createSerializationAdapter } from '@tanstack/react-router';
import { type Failure, RpcError } from '#shared/rpc-error.ts';

const UNEXPECTED: Failure = { status: 500, message: 'An unexpected error occurred.', refusal: null };

/**
 * What the browser may learn of an error that a page was rendered with: a failed call is already worded for it; anything
 * else is reported on the server and replaced, for its message was never meant to be read.
 */
export function errorsOnTheWire(report: (error: unknown) => void = () => {}) {
  return createSerializationAdapter({
    key: 'error',
    test: (value): value is Error => value instanceof Error,
    toSerializable: (error): string => {
      if (error instanceof RpcError) return JSON.stringify(error.toFailure());
      report(error);
      return JSON.stringify(UNEXPECTED);
    },
    fromSerializable: (text) => new RpcError(JSON.parse(text) as Failure),
  });
}
