import { type Availability, type Slot, isOpen, openClaims } from '#shared/availability.ts';
import { shortDate } from '#shared/civil-date.ts';
import type { SessionType } from '#shared/session-type.ts';
import { CLAIM_NAMES } from './slot-words.ts';

/** Times are named up to so many. */
const MOST_NAMED = 3;

/** What was open for a session type, and is not any more. */
export function takenSince(before: Availability, after: Availability, service: SessionType): Slot[] {
  const now = new Map(after.days.map((day) => [day.date, day]));
  return before.days.flatMap((was) => {
    const day = now.get(was.date);
    if (!day || day === was) return [];
    return openClaims(was, service)
      .filter((claim) => !isOpen(day, claim))
      .map((claim) => ({ date: was.date, claim }));
  });
}

/** The same for those who do not see it turn grey. */
export function takenWords(taken: readonly Slot[]): string {
  if (taken.length > MOST_NAMED) return `${taken.length} times on this page are no longer open.`;
  return `No longer open: ${taken.map(({ date, claim }) => `${shortDate(date)}, ${CLAIM_NAMES[claim].toLowerCase()}`).join('; ')}.`;
}
