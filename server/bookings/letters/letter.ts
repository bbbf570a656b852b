/** Each file has the letters about one subject, to customer and owner. `index.ts` lists them. */
import type { BookingRow } from '#db/projections/booking-row.ts';
import type { BookingEvent } from '#events/booking/booking.ts';
import type { BusinessTime } from '#events/business-time.ts';
import type { Recorded } from '#events/event.ts';
import type { MailCause, MailEvent } from '#events/mail.ts';
import type { Business, Letter } from '../../outside/mail/layout/letter.ts';
import type { JobDependencies } from '../dependencies.ts';
import type { MailBooking } from './booking.ts';

export type LetterCause = BookingEvent['type'] | 'MailReturned';

export type CauseOf<Type extends LetterCause> = Recorded<Extract<BookingEvent | MailEvent, { type: Type }>>;

/** Letters are also read without being sent. */
export type LetterDependencies = Omit<JobDependencies, 'mailer' | 'webhooks' | 'log'>;

export interface Matter<Type extends LetterCause = LetterCause> {
  readonly event: CauseOf<Type>;
  readonly time: BusinessTime;
  /** At the time of the event; without personal data if the customer was deleted. */
  readonly booking: MailBooking;
  readonly business: Business;
  readonly row: BookingRow;
  readonly dependencies: LetterDependencies;
  readonly tellsOf: (cause: MailCause) => string;
}

export interface CustomerMatter<Type extends LetterCause = LetterCause> extends Matter<Type> {
  /** The visit's page: secret, only for the customer. */
  readonly manage: string;
}

export interface LetterWords extends Omit<Letter, 'to'> {
  /** `request` adds or updates the calendar entry, `cancel` removes it. */
  readonly calendar?: 'request' | 'cancel';
  readonly address?: string;
}

type Written = LetterWords | null | Promise<LetterWords | null>;

interface ToCustomer<Type extends LetterCause> {
  readonly on: readonly Type[];
  readonly to: 'customer';
  /** For the owner if it can't be sent: "It would have told them ...". */
  readonly tells: string;
  write(matter: CustomerMatter<Type>): Written;
}

interface ToOwner<Type extends LetterCause> {
  readonly on: readonly Type[];
  readonly to: 'owner';
  write(matter: Matter<Type>): Written;
}

export type CustomerLetter = ToCustomer<LetterCause>;
export type BookingLetter = CustomerLetter | ToOwner<LetterCause>;

export function bookingLetter<Type extends LetterCause>(letter: ToCustomer<Type>): BookingLetter;
export function bookingLetter<Type extends LetterCause>(letter: ToOwner<Type>): BookingLetter;
export function bookingLetter(letter: unknown): BookingLetter {
  return letter as BookingLetter;
}
