import { type Availability, type Slot, isOpen, openClaims } from '#shared/booking/availability.ts';
import { shortDate } from '#shared/civil-date.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import { CLAIM_NAMES } from '../../wording/slot-words.ts';

/** Up to this many times are named. */
const MOST_NAMED = 3;

/** The times of a session type that were open and no longer are. */
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

/** A sentence about the slots; none for an empty list. */
function sentenceAbout(slots: readonly Slot[], state: { readonly few: string; readonly many: string }): string[] {
  if (slots.length === 0) return [];
  if (slots.length > MOST_NAMED) return [`${slots.length} times on this page are ${state.many}.`];
  const names = slots.map(({ date, claim }) => `${shortDate(date)}, ${CLAIM_NAMES[claim].toLowerCase()}`);
  return [`${state.few}: ${names.join('; ')}.`];
}

/** Text for screen readers: which slots were taken, and which are open again. */
export function takenWords(taken: readonly Slot[], freed: readonly Slot[] = []): string {
  return [
    ...sentenceAbout(taken, { few: 'No longer open', many: 'no longer open' }),
    ...sentenceAbout(freed, { few: 'Open again', many: 'open again' }),
  ].join(' ');
}
