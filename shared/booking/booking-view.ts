import type { CivilDate } from '../civil-date.ts';
import type { Slot } from './availability.ts';
import type { PersonalField } from './booking-fields.ts';
import type { PaidState, RefundProgress } from './managed-booking.ts';
import type { NoticePolicy } from './notice-policy.ts';
import type { SessionType } from './session-type.ts';

/** Null once the customer's data is deleted. */
type MaybePerson = Readonly<Record<PersonalField, string | null>>;

/** A booking for pages, which pick fields by the lists below: no other field leaves the server. Amounts are cents. */
export interface BookingView extends Slot, MaybePerson {
  readonly eventId: string;
  readonly state: PaidState | 'held' | 'expired';
  readonly service: SessionType;
  readonly area: string;
  readonly tasks: readonly string[];
  readonly priceCents: number;
  /** Booked by phone and paid to the business directly, which also gives it back that way. */
  readonly isPaidOutside: boolean;
  /** Null if it had passed at booking or at the last move. */
  readonly freeChangesThrough: CivilDate | null;
  /** Null if it was never confirmed. */
  readonly policy: NoticePolicy | null;
  readonly refund: RefundProgress;
  /** When the time was taken, in milliseconds. */
  readonly bookedAt: number;
}

export const PLACE_FIELDS = ['eventId', 'service', 'date', 'claim'] as const;

export const TERMS_FIELDS = [
  ...PLACE_FIELDS,
  'area',
  'priceCents',
  'isPaidOutside',
  'freeChangesThrough',
  'policy',
] as const;

/** For the ticket, which everyone can see who knows the id. */
export const TICKET_FIELDS = [...PLACE_FIELDS, 'priceCents', 'freeChangesThrough', 'policy'] as const;

export const MANAGED_FIELDS = [...PLACE_FIELDS, 'freeChangesThrough', 'policy'] as const;
export const SUMMARY_FIELDS = [...PLACE_FIELDS, 'area', 'freeChangesThrough'] as const;

export const STORY_FIELDS = [...TERMS_FIELDS, 'state', 'tasks'] as const;
export const LISTED_FIELDS = [
  'eventId',
  'state',
  'date',
  'claim',
  'area',
  'name',
  'phone',
  'email',
  'priceCents',
  'bookedAt',
  'refund',
  'isPaidOutside',
] as const;
export const VISIT_FIELDS = ['eventId', 'date', 'claim', 'area', 'priceCents', 'isPaidOutside', 'tasks'] as const;
