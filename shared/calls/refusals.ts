/** Every refusal, its HTTP status, its effect on the request, and the pages that have words for it. */
import type { Slot } from '../booking/availability.ts';

type Pages = 'booking' | 'change' | 'account';

interface Row {
  readonly status: 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503;
  /** The next attempt needs a new idempotency key. Otherwise repeat the request with the same key. */
  readonly hadNoEffect?: true;
  /** `other-slot`: the nearest ones are in the response. `fresh-page`: reload the visit's page. */
  readonly cure?: 'other-slot' | 'fresh-page';
  /** Empty if no page receives it, or a use case converts it. */
  readonly shownOn: readonly Pages[];
}

const REFUSALS = {
  'slot-taken': { status: 409, hadNoEffect: true, cure: 'other-slot', shownOn: ['booking', 'change', 'account'] },
  'too-soon': { status: 409, hadNoEffect: true, cure: 'other-slot', shownOn: ['booking', 'change', 'account'] },
  'too-far': { status: 409, hadNoEffect: true, cure: 'other-slot', shownOn: ['booking', 'change', 'account'] },
  'price-changed': { status: 409, hadNoEffect: true, shownOn: ['booking'] },
  'not-held': { status: 409, hadNoEffect: true, shownOn: ['booking'] },
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
  'time-booked': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'time-held': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'time-closed': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'units-taken': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'units-over': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  /** The closure also refunds late cancellations that the page didn't show. */
  'refunds-not-accepted': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'already-settled': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'no-address': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'details-deleted': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'same-details': { status: 409, hadNoEffect: true, shownOn: ['account'] },
  'cannot-correct': { status: 404, hadNoEffect: true, shownOn: ['account'] },
  'not-forfeited': { status: 409, shownOn: ['account'] },
  'already-refunded': { status: 409, shownOn: ['account'] },
  'not-completed': { status: 409, shownOn: ['account'] },
  'refund-not-failed': { status: 409, shownOn: ['account'] },
  'refund-not-owed': { status: 409, shownOn: ['account'] },
  'not-a-no-show': { status: 409, shownOn: ['account'] },
  'already-claimed': { status: 409, shownOn: [] },
  /** The caller must read again and repeat the change, because the decision needs more streams. */
  'changed-meanwhile': { status: 409, shownOn: [] },
  'plans-changed': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change', 'account'] },
  'has-account': { status: 409, hadNoEffect: true, cure: 'fresh-page', shownOn: ['change'] },
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
  invalid: { status: 422, hadNoEffect: true, shownOn: ['booking', 'change', 'account'] },
  'not-a-photo': { status: 422, hadNoEffect: true, shownOn: ['booking', 'change'] },
  'photo-too-large': { status: 422, hadNoEffect: true, shownOn: ['booking', 'change'] },
  'photos-down': { status: 503, shownOn: ['booking', 'change'] },
  'payments-down': { status: 503, shownOn: ['booking', 'change'] },
  'storage-down': { status: 503, shownOn: ['booking', 'change', 'account'] },
  busy: { status: 503, shownOn: ['booking', 'change', 'account'] },
} as const satisfies Readonly<Record<string, Row>>;

export type RefusalName = keyof typeof REFUSALS;

/** A `Record` over these must word each one. */
export type ShownOn<P extends Pages> = {
  [Name in RefusalName]: P extends (typeof REFUSALS)[Name]['shownOn'][number] ? Name : never;
}[RefusalName];

const ROWS: ReadonlyMap<string, Row> = new Map(Object.entries(REFUSALS));

export function statusOf(refusal: RefusalName): Row['status'] {
  return REFUSALS[refusal].status;
}

/** The request may have taken effect despite the failure, so repeat it with the same key. */
export function mayStand(refusal: string | null): boolean {
  return refusal === null || ROWS.get(refusal)?.hadNoEffect !== true;
}

export function cureOf(refusal: string | null): Row['cure'] | null {
  return ROWS.get(refusal ?? '')?.cure ?? null;
}

export interface PriceChange {
  readonly shown: number;
  readonly now: number;
}

export interface RefusalDetails {
  readonly fields?: Readonly<Record<string, string>>;
  readonly nearest?: readonly Slot[];
  readonly price?: PriceChange;
  readonly retryAfter?: number;
  readonly message?: string;
}

/** Expected, worded for people, and never logged as a fault. */
export class Rejected extends Error {
  readonly refusal: RefusalName;
  readonly details: RefusalDetails;

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    // Capturing the stack takes longer than deciding.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(refusal);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Rejected';
    this.refusal = refusal;
    this.details = details;
  }
}
