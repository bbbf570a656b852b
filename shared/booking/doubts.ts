/**
 * Answers of the booking form that are valid but probably not meant: the form asks about them before the payment. The visitor
 * corrects the answer, or confirms it and goes on.
 */
import { cleanContact, cleanLine } from '../typed-text.ts';
import type { BookingFormValues } from './booking-form.ts';

export interface Doubt {
  /** Shown at the field, in place of its hint. */
  readonly question: string;
  /** The visitor's reply that the answer is right, as the label of a checkbox. */
  readonly confirm: string;
}

/** Finds out whether an answer is doubtful; null if it is not. */
type FindDoubt = (answer: string) => Doubt | null;

const PO_BOX = /\b(?:p\.? ?o\.? ?box|post(?:al)? (?:office )?box|pob|pmb)\b/iu;
/** Numbers of an address that are not the number of a house: of a unit, a highway or a street, and a ZIP code at the end. */
const OTHER_NUMBERS =
  /(?:\b(?:unit|apt|apartment|suite|ste|space|spc|lot|building|bldg|floor|room|box|pob|pmb|hwy|highway|route)[. ]{0,2}#? ?|#\s?)\d+|\b\d+(?:st|nd|rd|th)\b|\b\d{5}(?:-\d{4})?$/giu;

const hasHouseNumber = (address: string) => /\d/.test(address.replaceAll(OTHER_NUMBERS, ''));

const doubtPoBox: FindDoubt = (address) =>
  PO_BOX.test(address) && !hasHouseNumber(address)
    ? {
        question: 'That looks like a PO box, and the work happens at a place. What’s the street address?',
        confirm: 'You can find the place with this address',
      }
    : null;

const doubtNumber: FindDoubt = (address) =>
  hasHouseNumber(address)
    ? null
    : {
        question: 'There’s no house number in the street address. Is something missing?',
        confirm: 'That’s the whole address',
      };

/** Mail providers that many people here use. */
const COMMON_DOMAINS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'earthlink.net',
  'protonmail.com',
  'aol.com',
  'att.net',
  'cox.net',
  'live.com',
  'msn.com',
  'me.com',
  'mac.com',
];
/** Correct domains: the common ones, and others that resemble one of them. */
const KNOWN_DOMAINS = new Set([...COMMON_DOMAINS, 'mail.com', 'ymail.com', 'email.com']);
/** A name shorter than this resembles too many others. For it, only a slip after the dot counts. */
const MIN_COMPARED_LENGTH = 5;

/** Whether one inserted, missing, wrong or swapped character is all that differs. */
function isOneSlipApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = left.length === 2 && right.length === 2 && left === `${right[1]}${right[0]}`;
  return isSwapped || (left.length <= 1 && right.length <= 1);
}

const nameOf = (domain: string) => domain.split('.')[0]!;

const doubtDomain: FindDoubt = (email) => {
  const [local, typed = ''] = email.split('@');
  const domain = typed.toLowerCase();
  if (KNOWN_DOMAINS.has(domain)) return null;
  const meant = COMMON_DOMAINS.find(
    (common) =>
      isOneSlipApart(domain, common) &&
      (nameOf(common).length >= MIN_COMPARED_LENGTH || nameOf(common) === nameOf(domain)),
  );
  if (meant === undefined) return null;
  return { question: `Did you mean ${local}@${meant}?`, confirm: `${email} is right` };
};

interface FieldDoubts {
  /** The same cleaning as in the field's schema. */
  readonly clean: (typed: string) => string;
  readonly doubts: readonly FindDoubt[];
}

const DOUBTS = {
  address: { clean: cleanLine, doubts: [doubtPoBox, doubtNumber] },
  email: { clean: cleanContact, doubts: [doubtDomain] },
} as const satisfies Partial<Record<keyof BookingFormValues, FieldDoubts>>;

export type DoubtfulField = keyof typeof DOUBTS;
export const DOUBTFUL_FIELDS = Object.keys(DOUBTS) as DoubtfulField[];

export function isDoubtful(name: string): name is DoubtfulField {
  return Object.hasOwn(DOUBTS, name);
}

/** The answer that typed text stands for. */
export function answerOf(field: DoubtfulField, typed: string): string {
  return DOUBTS[field].clean(typed);
}

/** The first doubt about an answer; null if there is none. */
export function findDoubt(field: DoubtfulField, answer: string): Doubt | null {
  for (const find of DOUBTS[field].doubts) {
    const doubt = find(answer);
    if (doubt) return doubt;
  }
  return null;
}
