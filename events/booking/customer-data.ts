import type { CorrectedField, PersonalDetails, PersonalField } from '#shared/booking/booking-fields.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import type { CURRENCY, DateUnits } from './booking-state.ts';

export interface RevisionData {
  readonly area: string;
  readonly tasks: readonly string[];
  readonly person: string;
  readonly personal: PersonalDetails;
}

export interface HoldData extends RevisionData, DateUnits {
  readonly service: SessionType;
  readonly price: number;
  readonly currency: typeof CURRENCY;
  readonly expiresAt: number;
  readonly method: 'online' | 'owner';
  readonly account: string | null;
}

/** Version 1 of a hold lacks the account; a `BookingClaimed` followed instead. */
export function heldByGuest(data: unknown): unknown {
  return { ...(data as object), account: null };
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
