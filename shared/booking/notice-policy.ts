import type { CivilDate } from '../civil-date.ts';
import { formatCents } from '../money.ts';

interface NoticeRule {
  readonly days: number;
  readonly words: string;
}

/** By the name that is stored with a booking. Rows never change; a new rule is a new row. */
export const NOTICE_POLICIES = {
  'two-days-notice': { days: 2, words: '2 calendar days’ notice' },
} as const satisfies Readonly<Record<string, NoticeRule>>;

export type NoticePolicy = keyof typeof NOTICE_POLICIES;

/** Of new bookings (SPEC.md section 1). */
export const CURRENT_POLICY: NoticePolicy = 'two-days-notice';

export const NOTICE_DAYS: number = NOTICE_POLICIES[CURRENT_POLICY].days;

/** Fixed at confirmation. A move changes only the last day of free changes. */
interface FixedTerms {
  readonly priceCents: number;
  readonly freeChangesThrough: CivilDate | null;
  readonly policy: NoticePolicy;
  /** Free changes have ended. */
  readonly isOver: boolean;
}

/** `Policy: 2 calendar days’ notice.` */
export function policyWords(policy: NoticePolicy): string {
  return `Policy: ${NOTICE_POLICIES[policy].words}.`;
}

export function pastNoticeWords(freeChangesThrough: CivilDate | null, dateWords: (date: CivilDate) => string): string {
  return freeChangesThrough
    ? `Changes were free through ${dateWords(freeChangesThrough)}.`
    : 'There were no free changes for this day.';
}

/** `Price $299. Free changes through Sun, Mar 7. Policy: 2 calendar days’ notice.` */
export function fixedWords(terms: FixedTerms, dateWords: (date: CivilDate) => string): string {
  const { priceCents, freeChangesThrough: through, policy, isOver } = terms;
  const ahead = through ? `Free changes through ${dateWords(through)}.` : 'No free changes for this day.';
  const changes = isOver ? pastNoticeWords(through, dateWords) : ahead;
  return `Price ${formatCents(priceCents)}. ${changes} ${policyWords(policy)}`;
}
