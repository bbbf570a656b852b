/** Answers that are valid but probably wrong: the form asks the visitor to correct or confirm them. */
import { cleanContact, cleanLine } from '../typed-text.ts';
import type { BookingFormValues } from './booking-form.ts';

export interface Doubt {
  readonly question: string;
  readonly confirm: string;
}

type FindDoubt = (answer: string) => Doubt | null;

const PO_BOX = /\b(?:p\.? ?o\.? ?box|post(?:al)? (?:office )?box|pob|pmb)\b/iu;
/** Numbers in an address that aren't house numbers: units, highways, streets, a ZIP code at the end. */
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
/** Common domains, and correct ones that resemble them. */
const KNOWN_DOMAINS = new Set([...COMMON_DOMAINS, 'mail.com', 'ymail.com', 'email.com']);
/** A shorter name resembles too many others: only a slip after the dot counts. */
const MIN_COMPARED_LENGTH = 5;

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

export function answerOf(field: DoubtfulField, typed: string): string {
  return DOUBTS[field].clean(typed);
}

export function findDoubt(field: DoubtfulField, answer: string): Doubt | null {
  for (const find of DOUBTS[field].doubts) {
    const doubt = find(answer);
    if (doubt) return doubt;
  }
  return null;
}
