import type { CorrectedField, PersonalDetails, PersonalField } from '#shared/booking/booking-fields.ts';
import type { SessionType, Unit } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { CURRENCY } from './booking-state.ts';

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
  readonly account: string | null;
  readonly person: string;
  readonly personal: PersonalDetails;
}

/** Version 1 of a hold lacks the account; a `BookingClaimed` followed instead. */
export function heldByGuest(data: unknown): unknown {
  return { ...(data as object), account: null };
}

export interface RevisionData {
  readonly area: string;
  readonly tasks: readonly string[];
  readonly person: string;
  readonly personal: PersonalDetails;
}

export interface MessageData {
  readonly person: string;
  readonly personal: { readonly text: string };
  readonly admin: string;
}

export interface CorrectionData {
  readonly fields: readonly CorrectedField[];
  readonly link: number;
  readonly account: string | null;
  readonly area: string;
  readonly person: string;
  readonly personal: Pick<PersonalDetails, CorrectedField & PersonalField>;
  readonly admin?: string;
}

export interface NewAddressData {
  readonly person: string;
  readonly personal: Pick<PersonalDetails, 'email'>;
}
