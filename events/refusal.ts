/** The named ways in which a change can be refused. Wording is the client's, HTTP status the server's. */
export type RefusalName =
  | 'slot-taken'
  | 'too-soon'
  | 'too-far'
  | 'not-held'
  /** Its visitor has traded the hold for another time since, or given it back. */
  | 'overtaken'
  | 'already-held'
  | 'checkout-open'
  | 'unknown-booking'
  | 'unknown-payment'
  | 'key-reused'
  | 'not-confirmed'
  | 'too-late'
  | 'too-early'
  | 'same-slot'
  | 'wrong-service'
  | 'terms-changed'
  | 'visit-started'
  | 'units-taken'
  | 'not-forfeited'
  | 'not-a-no-show'
  | 'already-claimed'
  /** The caller has not looked at all that the decision concerns: it looks and asks again. */
  | 'changed-meanwhile'
  /** The manage link was good until the visit was moved. */
  | 'link-replaced'
  /** The booking is not as whoever asks saw it. */
  | 'plans-changed'
  | 'setup-token'
  | 'account-exists'
  | 'unknown-account'
  | 'not-allowed'
  | 'last-admin'
  | 'cannot-sign-in'
  | 'link-ended';

/** A decision's no. */
export interface Refusal {
  readonly refusal: RefusalName;
}

export function refuse(refusal: RefusalName): Refusal {
  return { refusal };
}

export function isRefusal(value: object): value is Refusal {
  return 'refusal' in value;
}

/** A refusal on its way out of a change: expected, worded for people, never logged as a fault. */
export class Rejected extends Error {
  readonly refusal: RefusalName;

  constructor(refusal: RefusalName) {
    super(refusal);
    this.name = 'Rejected';
    this.refusal = refusal;
  }
}
