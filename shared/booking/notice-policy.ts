import type { CivilDate } from '../civil-date.ts';
import { formatCents } from '../money.ts';

/** Name of the notice rule that a booking was made under, as stored in the log; a new rule gets a new name. */
export type Policy = 'two-days-notice';

/** The rules in words. They never change: a booking keeps the policy it was made under. */
export const POLICY_NAMES: Readonly<Record<Policy, string>> = { 'two-days-notice': '2 calendar days’ notice' };

/** Terms fixed when a booking is confirmed. A move sets only the last day of free changes anew. */
export interface FixedTerms {
  readonly priceCents: number;
  /** The last date, until its end; null when it had already passed. */
  readonly freeChangesThrough: CivilDate | null;
  readonly policy: Policy;
}

/** `Policy: 2 calendar days’ notice.` */
export function policyWords(policy: Policy): string {
  return `Policy: ${POLICY_NAMES[policy]}.`;
}

/** `Free changes through Sun, Mar 7. Policy: 2 calendar days’ notice.` */
export function noticeWords(
  { freeChangesThrough, policy }: Omit<FixedTerms, 'priceCents'>,
  dateWords: (date: CivilDate) => string,
): string {
  const free = freeChangesThrough
    ? `Free changes through ${dateWords(freeChangesThrough)}.`
    : 'No free changes for this day.';
  return `${free} ${policyWords(policy)}`;
}

/** The words for a visit that can no longer be changed: `Changes were free through Sun, Mar 7.` */
export function pastNoticeWords(freeChangesThrough: CivilDate | null, dateWords: (date: CivilDate) => string): string {
  return freeChangesThrough
    ? `Changes were free through ${dateWords(freeChangesThrough)}.`
    : 'There were no free changes for this day.';
}

/** The fixed terms of a booking in one line, price first, for pages and mails that do not explain them at length. */
export function fixedWords(terms: FixedTerms, dateWords: (date: CivilDate) => string): string {
  return `Price ${formatCents(terms.priceCents)}. ${noticeWords(terms, dateWords)}`;
}
