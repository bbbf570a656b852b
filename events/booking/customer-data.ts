/** Personal data of the customer in a booking's events. */
import type { CorrectedField } from '#shared/booking/corrected-fields.ts';
import type { SessionType, Unit } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { CURRENCY, PersonalDetails } from './booking-state.ts';

export interface HoldData {
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly units: readonly Unit[];
  readonly area: string;
  readonly tasks: readonly string[];
  readonly price: number;
  readonly currency: typeof CURRENCY;
  readonly expiresAt: number;
  readonly method: 'online' | 'owner';
  /** Signed in; null for a guest. */
  readonly account: string | null;
  readonly person: string;
  readonly personal: PersonalDetails;
}

/** Version 1 of a hold did not name its account; a `BookingClaimed` followed instead. */
export function heldByGuest(data: unknown): unknown {
  return { ...(data as object), account: null };
}

export interface RevisionData {
  readonly area: string;
  readonly tasks: readonly string[];
  readonly person: string;
  readonly personal: PersonalDetails;
}

/** In the owner's own words. */
export interface MessageData {
  readonly person: string;
  readonly personal: { readonly text: string };
  readonly admin: string;
}

export interface CorrectionData {
  readonly fields: readonly CorrectedField[];
  /** Of the manage link that is valid from now on. */
  readonly link: number;
  /** Owns the booking from now on; null for a guest. */
  readonly account: string | null;
  readonly area: string;
  readonly person: string;
  readonly personal: Omit<PersonalDetails, 'notes'>;
  /** Absent when the customer corrected it. */
  readonly admin?: string;
}

export interface NewAddressData {
  readonly person: string;
  readonly personal: Pick<PersonalDetails, 'email'>;
}
