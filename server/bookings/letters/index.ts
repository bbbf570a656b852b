import type { MailCause } from '#events/mail.ts';
import type { BookingLetter, CustomerLetter } from './letter.ts';

/** Every letter about a booking; each file of the two folders declares one. Letters to the customer come first. */
export const LETTERS: readonly BookingLetter[] = Object.values(
  import.meta.glob<BookingLetter>(['./customer/*.ts', './owner/*.ts'], { eager: true, import: 'letter' }),
);

/** The events that cause a letter. */
export const LETTER_CAUSES = [...new Set(LETTERS.flatMap(({ on }) => on))];

/** What a letter about an event tells the customer, as the end of a sentence. */
export function tellsOf(cause: MailCause): string {
  const letter = LETTERS.find((each): each is CustomerLetter => each.to === 'customer' && each.on.includes(cause));
  return letter?.tells ?? 'about their visit';
}
