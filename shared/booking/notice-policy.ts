/** Until when changes are free, what later ones cost, and the words for both. */
import { type CivilDate, shortDate } from '../civil-date.ts';
import { formatCents } from '../money.ts';
import { zoneName } from '../time-zone.ts';
import { type SessionType, ALL_SESSION_TYPES, claimsOf, isWholeDay } from './session-type.ts';

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

/** SPEC.md section 1. `through Sun, Mar 7, 11:59 pm (Pacific Time)`; not `midnight`, because a date has two. */
export function freeThrough(lastDay: string, timeZone: string): string {
  return `through ${lastDay}, 11:59 pm (${zoneName(timeZone)})`;
}

/** `through Sun, Mar 7, 11:59 pm (Pacific Time)`, or since when they have ended. */
export function freeChangesFact(
  through: CivilDate | null,
  { isOver, timeZone }: { readonly isOver: boolean; readonly timeZone: string },
  dateWords = shortDate,
): string {
  if (through === null) return 'none for this day';
  const day = dateWords(through);
  return isOver ? `ended ${day}, 11:59 pm (${zoneName(timeZone)})` : freeThrough(day, timeZone);
}

/** `until the end of today, Sun, Mar 7`: a date, too, because visitors may be in other time zones or read it later. */
export function freeUntil(lastDay: CivilDate, today: CivilDate): string {
  return lastDay === today ? `until the end of today, ${shortDate(lastDay)}` : `through ${shortDate(lastDay)}`;
}

export function soldAgain(service: SessionType): string {
  return claimsOf(service).every(isWholeDay) ? 'that whole day' : 'that time';
}

/** `we keep the $299, unless someone else books that time. Then you get a full refund.` */
export function keptUnlessSold(what = 'the payment', service: SessionType = ALL_SESSION_TYPES[0]): string {
  return `we keep ${what}, unless someone else books ${soldAgain(service)}. Then you get a full refund.`;
}

/** A customer may see the slot sold again and get no refund. */
export const WHICH_SALE_COUNTS =
  'Only a new, paid booking counts. A visit that someone moves there doesn’t. If more than one customer cancels that time late, the first to cancel gets the first refund.';
