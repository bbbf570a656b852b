/** Every refusal: its name, its HTTP status, what it means for the request that got it, and which pages have words for it. */
import type { Slot } from '../booking/availability.ts';

/** Groups of pages, each with its own wordings of refusals: booking a visit, changing a booked one, accounts. */
type Pages = 'booking' | 'change' | 'account';

interface Row {
  readonly status: 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;
  /**
   * Whether the request certainly had no effect, so that the next attempt is a new request with a new idempotency key. Otherwise
   * it may have taken effect, and is repeated with the same key.
   */
  readonly hadNoEffect?: true;
  /**
   * What resolves it. `other-slot`: pick another slot; the nearest open ones are sent along. `fresh-page`: reload the visit,
   * whose page shows an older state.
   */
  readonly cure?: 'other-slot' | 'fresh-page';
  /** Pages that show it; empty for a refusal that no page receives, or that a use case converts into another one. */
  readonly shownOn: readonly Pages[];
}

const REFUSALS = {
  'slot-taken': { status: 409, hadNoEffect: true, cure: 'other-slot', shownOn: ['booking', 'change', 'account'] },
  'too-soon': { status: 409, hadNoEffect: true, cure: 'other-slot', shownOn: ['booking', 'change', 'account'] },
  'too-far': { status: 409, hadNoEffect: true, cure: 'other-slot', shownOn: ['booking', 'change', 'account'] },
  /** The page showed another price than the visitor is offered now; the details name both. */
  'price-changed': { status: 409, hadNoEffect: true, shownOn: ['booking'] },
  'not-held': { status: 409, hadNoEffect: true, shownOn: ['booking'] },
  /** The visitor has since traded the hold for another time, or given it back. */
  overtaken: { status: 409, hadNoEffect: true, shownOn: ['booking'] },
  'already-held': { status: 409, hadNoEffect: true, shownOn: [] },
  'own-visit': { status: 409, hadNoEffect: true, shownOn: ['change'] },
  'checkout-open': { status: 409, shownOn: [] },
  'too-many-photos': { status: 409, hadNoEffect: true, shownOn: ['booking', 'change'] },
  'key-reused': { status: 409, hadNoEffect: true, shownOn: ['booking', 'change', 'account'] },
  'not-confirmed': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change', 'account'] },
  'too-late': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change', 'account'] },
  'too-early': { status: 409, shownOn: ['account'] },
  'same-slot': { status: 409, hadNoEffect: true, shownOn: ['change', 'account'] },
  'wrong-service': { status: 409, hadNoEffect: true, shownOn: ['change', 'account'] },
  'terms-changed': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change', 'account'] },
  'visit-started': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change'] },
  /** Why a time is taken, for the owner. */
  'time-booked': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'time-held': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'time-closed': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** Some of the time that the owner closes is held or booked. */
  'units-taken': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** All of the time that the owner closes has begun. */
  'units-over': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** Closing the time also refunds late cancellations that the owner was not told of. */
  'refunds-not-accepted': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** The item is not on the owner's list anymore. */
  'already-settled': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** Another check or rebuild runs: there is one at a time. */
  /** The customer gave no email address, or their data is deleted. */
  'no-address': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** The customer's data is deleted, so nothing is left to correct. */
  'details-deleted': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** The correction changes nothing. */
  'same-details': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** The caller neither paid the booking in this browser nor owns it; also for a booking that does not exist. */
  'cannot-correct': { status: 404, hadNoEffect: true, shownOn: ['account'] },
  'not-forfeited': { status: 409, shownOn: ['account'] },
  /** The owner refunded the visit after it was recorded as done or missed. */
  'already-refunded': { status: 409, shownOn: ['account'] },
  'not-completed': { status: 409, shownOn: ['account'] },
  'refund-not-failed': { status: 409, shownOn: ['account'] },
  'refund-not-owed': { status: 409, shownOn: ['account'] },
  'not-a-no-show': { status: 409, shownOn: ['account'] },
  'already-claimed': { status: 409, shownOn: [] },
  /** The caller has not read all that the decision concerns: it reads again and repeats the change. */
  'changed-meanwhile': { status: 409, shownOn: [] },
  /** The booking is not in the state in which the caller saw it. */
  'plans-changed': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change', 'account'] },
  /** An account owns the booking: its customer is forgotten by deleting that. */
  'has-account': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change'] },
  /** The manage link was valid until the visit was moved or its details were corrected. */
  'link-replaced': { status: 410, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change'] },
  'unknown-booking': { status: 404, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change', 'account'] },
  'unknown-payment': { status: 404, shownOn: [] },
  'unknown-account': { status: 404, shownOn: ['account'] },
  'not-found': { status: 404, shownOn: ['booking', 'account'] },
  'not-signed-in': { status: 401, shownOn: ['account'] },
  'session-ended': { status: 409, hadNoEffect: true, shownOn: ['booking'] },
  'other-account': { status: 409, hadNoEffect: true, shownOn: ['booking', 'account'] },
  'wrong-credentials': { status: 401, shownOn: ['account'] },
  'not-allowed': { status: 403, shownOn: ['account'] },
  'setup-token': { status: 422, shownOn: [] },
  'account-exists': { status: 409, shownOn: [] },
  'last-admin': { status: 409, shownOn: ['account'] },
  'cannot-sign-in': { status: 409, shownOn: ['account'] },
  'link-ended': { status: 410, shownOn: ['account'] },
  'address-taken': { status: 409, shownOn: ['account'] },
  'too-many': { status: 429, shownOn: ['booking', 'change', 'account'] },
  'too-many-holds': { status: 429, shownOn: ['booking'] },
  'holds-full': { status: 429, shownOn: ['booking'] },
  'mail-just-sent': { status: 429, shownOn: ['account'] },
  /** The schema refuses the input; the details name the fields and what is wrong with each. */
  invalid: { status: 422, hadNoEffect: true, shownOn: ['booking', 'change', 'account'] },
  /** The file is not a picture of an accepted type. */
  'not-a-photo': { status: 422, hadNoEffect: true, shownOn: ['booking', 'change'] },
  /** The photo has too many bytes, as a file or decoded. */
  'photo-too-large': { status: 422, hadNoEffect: true, shownOn: ['booking', 'change'] },
  /** The object storage does not answer, or too many photos wait for it. */
  'photos-down': { status: 503, shownOn: ['booking', 'change'] },
  'payments-down': { status: 503, shownOn: ['booking', 'change'] },
  'storage-down': { status: 503, shownOn: ['booking', 'change', 'account'] },
  busy: { status: 503, shownOn: ['booking', 'change', 'account'] },
} as const satisfies Readonly<Record<string, Row>>;

export type RefusalName = keyof typeof REFUSALS;

/**
 * The refusals that a group of pages shows. Its wordings are a `Record` over them, so that a missing one fails the type check.
 */
export type ShownOn<P extends Pages> = {
  [Name in RefusalName]: P extends (typeof REFUSALS)[Name]['shownOn'][number] ? Name : never;
}[RefusalName];

const ROWS: ReadonlyMap<string, Row> = new Map(Object.entries(REFUSALS));

export function statusOf(refusal: RefusalName): Row['status'] {
  return REFUSALS[refusal].status;
}

/** Whether the request may have taken effect in spite of the failure: it must then be repeated with the same key. */
export function mayStand(refusal: string | null): boolean {
  return refusal === null || ROWS.get(refusal)?.hadNoEffect !== true;
}

/** What resolves a refusal; null when a program can do nothing. */
export function cureOf(refusal: string | null): Row['cure'] | null {
  return ROWS.get(refusal ?? '')?.cure ?? null;
}

/** A price that changed after the page had shown it, in cents. */
export interface PriceChange {
  readonly shown: number;
  readonly now: number;
}

/** Details that a refusal carries besides its name. */
export interface RefusalDetails {
  /** What is wrong with each field, ready to show. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Open slots near the one that was refused. */
  readonly nearest?: readonly Slot[];
  readonly price?: PriceChange;
  /** Seconds before which trying again fails. */
  readonly retryAfter?: number;
  /** For clients that show the response's text; defaults to the name of the refusal. */
  readonly message?: string;
}

/** A refusal thrown by a decision, a use case or a call. It is expected, worded for people, and never logged as a fault. */
export class Rejected extends Error {
  readonly refusal: RefusalName;
  readonly details: RefusalDetails;

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    // Capturing the stack of an expected error takes longer than deciding it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(refusal);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Rejected';
    this.refusal = refusal;
    this.details = details;
  }
}
