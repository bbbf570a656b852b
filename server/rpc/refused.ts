import { isUnavailable } from '#db/read-model-faults.ts';
import { StoreSealed } from '#db/sealed.ts';
import { type RefusalName, Rejected } from '#events/refusal.ts';
import type { Slot } from '#shared/availability.ts';
import { RpcError } from '#shared/rpc-error.ts';

type RefusalOfServer =
  | 'invalid'
  | 'not-found'
  | 'payments-down'
  | 'storage-down'
  | 'busy'
  | 'not-signed-in'
  | 'session-ended'
  | 'other-account'
  | 'wrong-credentials'
  | 'too-many'
  | 'sign-in-paused'
  | 'too-many-holds'
  | 'holds-full'
  | 'mail-just-sent'
  | 'own-visit'
  | 'address-taken';

/** Every named no that can leave the server, and the HTTP status it leaves with. */
const STATUS: Readonly<Record<RefusalName | RefusalOfServer, number>> = {
  'slot-taken': 409,
  'too-soon': 409,
  'too-far': 409,
  'not-held': 409,
  'already-held': 409,
  overtaken: 409,
  'own-visit': 409,
  'checkout-open': 409,
  'key-reused': 409,
  'not-confirmed': 409,
  'too-late': 409,
  'too-early': 409,
  'same-slot': 409,
  'wrong-service': 409,
  'terms-changed': 409,
  'visit-started': 409,
  'units-taken': 409,
  'not-forfeited': 409,
  'not-a-no-show': 409,
  'already-claimed': 409,
  'changed-meanwhile': 409,
  'plans-changed': 409,
  'link-replaced': 410,
  'unknown-booking': 404,
  'unknown-payment': 404,
  'unknown-account': 404,
  'not-found': 404,
  'not-signed-in': 401,
  'session-ended': 409,
  'other-account': 409,
  'wrong-credentials': 401,
  'not-allowed': 403,
  'setup-token': 422,
  'account-exists': 409,
  'last-admin': 409,
  'cannot-sign-in': 409,
  'link-ended': 410,
  'address-taken': 409,
  'too-many': 429,
  'sign-in-paused': 429,
  'too-many-holds': 429,
  'holds-full': 429,
  'mail-just-sent': 429,
  invalid: 422,
  'payments-down': 503,
  'storage-down': 503,
  busy: 503,
};

export type Refusable = keyof typeof STATUS;

interface Extras {
  readonly fields?: Readonly<Record<string, string>>;
  readonly nearest?: readonly Slot[];
  /** Seconds before which trying again is no use. */
  readonly retryAfter?: number;
  /** For those who read the answer as it is; the name of the refusal unless given. */
  readonly message?: string;
}

/** A refusal with what helps the visitor on. A bare `Rejected` of a change needs none of it. */
export class Refused extends Error {
  readonly refusal: Refusable;
  readonly extras: Extras;

  constructor(refusal: Refusable, extras: Extras = {}) {
    super(refusal);
    this.name = 'Refused';
    this.refusal = refusal;
    this.extras = extras;
  }
}

/** Seconds in which room may have been made on a full disk. */
export const WHILE_NOTHING_IS_SAVED = 30;

/** What the other side may learn of an error. A fault is reported here, and leaves only the request's id behind. */
export function toRpcError(error: unknown, requestId: string, report: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof Refused || error instanceof Rejected) {
    const extras = error instanceof Refused ? error.extras : {};
    return new RpcError({ status: STATUS[error.refusal], message: error.refusal, refusal: error.refusal, ...extras });
  }
  // Why the store is sealed was logged once.
  if (!(error instanceof StoreSealed)) report(error);
  if (isUnavailable(error)) {
    const refusal = 'storage-down';
    return new RpcError({ status: STATUS[refusal], message: refusal, refusal, retryAfter: WHILE_NOTHING_IS_SAVED });
  }
  const message = `Something went wrong on our side (request ${requestId}).`;
  return new RpcError({ status: 500, message, refusal: null });
}
