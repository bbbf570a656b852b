import type { CivilDate } from './civil-date.ts';
import { formatCents } from './money.ts';

/** The notice rule that a booking was made under, by the name it has in the log; a new rule gets a new name. */
export type Policy = 'two-days-notice';

/** The same in words. They never change: a booking keeps the policy it was made under. */
export const POLICY_NAMES: Readonly<Record<Policy, string>> = { 'two-days-notice': '2 calendar days’ notice' };

/** What is fixed when a booking is confirmed. Moving the visit fixes its last day of free changes anew, nothing else. */
export interface FixedTerms {
  readonly priceCents: number;
  /** The last date, to its end; null when there was none any more. */
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

/** The same of a visit that can no longer be changed: `Changes were free through Sun, Mar 7.` */
export function pastNoticeWords(freeChangesThrough: CivilDate | null, dateWords: (date: CivilDate) => string): string {
  return freeChangesThrough
    ? `Changes were free through ${dateWords(freeChangesThrough)}.`
    : 'There were no free changes for this day.';
}

/** What is fixed for a booking, for every page and mail about it that does not say it at length: its price before all that. */
export function fixedWords(terms: FixedTerms, dateWords: (date: CivilDate) => string): string {
  return `Price ${formatCents(terms.priceCents)}. ${noticeWords(terms, dateWords)}`;
}
