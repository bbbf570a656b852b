import { type Availability, type Slot, isOpen, openClaims } from '#shared/availability.ts';
import { shortDate } from '#shared/civil-date.ts';
import type { SessionType } from '#shared/session-type.ts';
import { CLAIM_NAMES } from '../../wording/slot-words.ts';

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

/** Empty when there are none. */
function told(slots: readonly Slot[], state: { readonly few: string; readonly many: string }): string[] {
  if (slots.length === 0) return [];
  if (slots.length > MOST_NAMED) return [`${slots.length} times on this page are ${state.many}.`];
  const names = slots.map(({ date, claim }) => `${shortDate(date)}, ${CLAIM_NAMES[claim].toLowerCase()}`);
  return [`${state.few}: ${names.join('; ')}.`];
}

/** The same for those who do not see it turn grey, and what has become open again. */
export function takenWords(taken: readonly Slot[], freed: readonly Slot[] = []): string {
  return [
    ...told(taken, { few: 'No longer open', many: 'no longer open' }),
    ...told(freed, { few: 'Open again', many: 'open again' }),
  ].join(' ');
}
