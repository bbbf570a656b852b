import { isUnableToSave } from '#db/open-store.ts';
import { Rejected, statusOf } from '#shared/calls/refusals.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';

/** The `Retry-After` of requests that fail because the disk accepts no writes. */
export const STORAGE_DOWN_RETRY_AFTER_SECONDS = 30;

function refused({ refusal, details }: Rejected): RpcError {
  return new RpcError({ status: statusOf(refusal), message: refusal, refusal, ...details });
}

/** The error as the client gets it. A fault is reported, and the client gets only the request's id. */
export function toRpcError(error: unknown, requestId: string, report: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof Rejected) return refused(error);
  report(error);
  if (isUnableToSave(error))
    return refused(new Rejected('storage-down', { retryAfter: STORAGE_DOWN_RETRY_AFTER_SECONDS }));
  const message = `Something went wrong on our side (request ${requestId}).`;
  return new RpcError({ status: 500, message, refusal: null });
}
