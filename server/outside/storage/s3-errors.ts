import { StorageError, StorageRefused, StorageUnreachable } from './port.ts';

interface SdkFailure {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const PASSING_CODES: ReadonlySet<string> = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted']);
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Responses of a proxy that don't say what is wrong. */
const UNNAMED: ReadonlySet<string> = new Set(['UnknownError', 'Unknown', 'NotFound', 'Error']);

function partsOf(error: unknown): { readonly status: number | null; readonly name: string } {
  const { name, code, $metadata } = (error ?? {}) as SdkFailure;
  const known = [code, name].find((each) => typeof each === 'string' && /^[A-Z]\w{0,63}$/.test(each));
  return { status: $metadata?.httpStatusCode ?? null, name: typeof known === 'string' ? known : 'Unknown' };
}

export function isFailure(error: unknown, status: number, code?: string): boolean {
  const parts = partsOf(error);
  return parts.status === status && (code === undefined || parts.name === code);
}

/** Contains nothing of the response but its error code. */
export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { status, name } = partsOf(error);
  const reason = `${status ?? 'no answer'} ${name}`;
  const isFinal =
    status !== null &&
    status >= 300 &&
    status < 500 &&
    !PASSING.has(status) &&
    !PASSING_CODES.has(name) &&
    !UNNAMED.has(name);
  if (isFinal) return new StorageRefused(`the object storage refused it: ${reason}`);
  return new StorageUnreachable(`the object storage failed: ${reason}`);
}
