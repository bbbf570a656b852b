import type { Claim } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { FoundCustomer } from '#shared/owner/phone-booking.ts';

/** The values of the form as typed. */
export interface PhoneValues {
  readonly date: string;
  readonly claim: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly area: string;
  readonly address: string;
  readonly notes: string;
  readonly tasks: readonly string[];
}

interface Sources {
  readonly flash: Flash | null;
  readonly chosen: FoundCustomer | null;
  readonly date: CivilDate;
  readonly unit: Claim | undefined;
}

/** Those just posted, else those of the chosen customer, at the time that the address names. */
export function phoneValues({ flash, chosen, date, unit }: Sources): PhoneValues {
  const posted = flash?.values ?? {};
  const hasPosted = Object.keys(posted).length > 0;
  const text = (name: string, otherwise = '') => (hasPosted ? (posted[name]?.[0] ?? '') : otherwise);
  return {
    date: text('date', date),
    claim: text('claim', unit ?? 'am'),
    name: text('name', chosen?.name),
    phone: text('phone', chosen?.phone),
    email: text('email', chosen?.email),
    area: text('area', chosen?.area),
    address: text('address', chosen?.address),
    notes: text('notes'),
    tasks: posted['tasks'] ?? [],
  };
}
