/** The data of a booking's events that contain personal data of its customer. Amounts are integer cents. */
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
  /** The account that was signed in; null for a guest. */
  readonly account: string | null;
  readonly person: string;
  readonly personal: PersonalDetails;
}

/** Upcaster: version 1 of a hold did not name its account; a `BookingClaimed` followed instead. */
export function heldByGuest(data: unknown): unknown {
  return { ...(data as object), account: null };
}

export interface RevisionData {
  readonly area: string;
  readonly tasks: readonly string[];
  readonly person: string;
  readonly personal: PersonalDetails;
}

/** A mail in the owner's own words. */
export interface MessageData {
  readonly person: string;
  readonly personal: { readonly text: string };
  /** The account of the admin who wrote it. */
  readonly admin: string;
}

export interface CorrectionData {
  readonly fields: readonly CorrectedField[];
  /** Generation of the manage link that is valid from now on. */
  readonly link: number;
  /** The account that owns the booking from now on; null for a guest. */
  readonly account: string | null;
  readonly area: string;
  readonly person: string;
  readonly personal: Omit<PersonalDetails, 'notes'>;
  /** The account of the admin who corrected it; absent when the customer did. */
  readonly admin?: string;
}

export interface NewAddressData {
  readonly person: string;
  readonly personal: Pick<PersonalDetails, 'email'>;
}
