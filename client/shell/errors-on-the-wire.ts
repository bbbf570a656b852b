import { createSerializationAdapter } from '@tanstack/react-router';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';

const UNEXPECTED: Failure = { status: 500, message: 'An unexpected error occurred.', refusal: null };

/**
 * Serializes a render error for the browser: a failed call has a public message; any other error is reported on the server and
 * replaced, because its message is not public.
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
