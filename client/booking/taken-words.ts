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

function named(slots: readonly Slot[]): string {
  return slots.map(({ date, claim }) => `${shortDate(date)}, ${CLAIM_NAMES[claim].toLowerCase()}`).join('; ');
}

/** The same for those who do not see it turn grey, and what has become open again. */
export function takenWords(taken: readonly Slot[], freed: readonly Slot[] = []): string {
  const words = [
    taken.length > MOST_NAMED
      ? `${taken.length} times on this page are no longer open.`
      : `No longer open: ${named(taken)}.`,
    freed.length > MOST_NAMED ? `${freed.length} times on this page are open again.` : `Open again: ${named(freed)}.`,
  ];
  return words.filter((_, index) => [taken, freed][index]!.length > 0).join(' ');
}
