import type { CivilDate } from '#shared/civil-date.ts';
import { type FoundCustomer, LONGEST_SOUGHT, type PhoneSearch, readPhoneShow } from '#shared/owner/phone-booking.ts';
import { isShownDate } from '../schedule/schedule-link.tsx';
import { TEXT_FIELDS, type TextField, forEachField } from '#shared/booking/booking-fields.ts';
import { type Claim, isClaim } from '#shared/booking/session-type.ts';
import type { Flash } from '#shared/calls/flash.ts';

export interface PhoneValues extends Readonly<Record<TextField, string>> {
  readonly date: string;
  readonly claim: string;
  readonly tasks: readonly string[];
  /** Filled in by a chosen customer: another customer replaces them, even by nothing. */
  readonly filled: readonly string[];
}

export const ANSWERS = ['name', 'phone', 'email', 'area', 'address'] as const;

type Answer = (typeof ANSWERS)[number];

/** The chosen customer's answer. Without one, typed text stays, but not what the last customer filled in (`filled`). */
export function answerOf(chosen: FoundCustomer, name: Answer, typed: string, filled: readonly string[]): string {
  return chosen[name] || (filled.includes(typed) ? '' : typed);
}

export function filledBy(chosen: FoundCustomer): readonly string[] {
  return ANSWERS.map((name) => chosen[name]).filter((answer) => answer !== '');
}

interface Sources {
  readonly flash: Flash | null;
  readonly chosen: FoundCustomer | null;
  readonly date: CivilDate;
  readonly claim: Claim;
}

/** What was just posted, else the chosen customer's. Typed text stays where the customer has no answer. */
export function phoneValues({ flash, chosen, date, claim }: Sources): PhoneValues {
  const posted = flash?.values ?? {};
  const hasPosted = Object.keys(posted).length > 0;
  const shown = readPhoneShow(posted['show']?.[0]);
  const typed = (name: string) => posted[name]?.[0] ?? '';
  const ofTime = (name: string, given: string) => (hasPosted && !shown?.slot ? typed(name) : given);
  const isFilling = chosen !== null && (!hasPosted || shown?.customer !== undefined);
  const filledBefore = posted['filled'] ?? [];
  const ofCustomer = (name: Answer) => (isFilling ? answerOf(chosen, name, typed(name), filledBefore) : typed(name));
  return {
    date: ofTime('date', date),
    claim: ofTime('claim', claim),
    ...forEachField(TEXT_FIELDS, typed),
    ...forEachField(ANSWERS, ofCustomer),
    tasks: posted['tasks'] ?? [],
    filled: isFilling ? filledBy(chosen) : filledBefore,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST_SOUGHT) : undefined;
}

/** Invalid values are ignored. */
export function readPhoneSearch(raw: Readonly<Record<string, unknown>>): PhoneSearch {
  const { date, unit } = raw;
  const [q, customer] = [textOf(raw['q']), textOf(raw['customer'])?.slice(0, 80)];
  return {
    ...(isShownDate(date) && { date }),
    ...(isClaim(unit) && { unit }),
    ...(q && { q }),
    ...(customer && { customer }),
  };
}
