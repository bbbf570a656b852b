import type { BookingRow } from '#db/projections/bookings.ts';
import { civilDateAt } from '#events/business-time.ts';
import type { MailRole } from '#events/mail.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { businessOf } from '../../outside/mail/business.ts';
import { type Business, type MailContent, writeLetter } from '../../outside/mail/layout/letter.ts';
import type { WorkerDependencies } from '../workers/dependencies.ts';
import { manageUrl } from '../access/manage-link.ts';
import { type BookingPages, DELETED_CUSTOMER, type MailBooking, type MailPerson, type MailTerms } from './booking.ts';
import { LETTERS, tellsOf } from './index.ts';
import type { BookingLetter, CauseOf, LetterCause, LetterWords, Matter } from './letter.ts';
import { visitFile } from './visit-file.ts';

/** A mail to the customer or the owner. */
export interface AddressedLetter {
  readonly role: MailRole;
  readonly to: string;
  readonly content: MailContent;
}

/** The customer's details; null once they are forgotten. */
function personOf({ name, email, phone, address, notes }: BookingRow): MailPerson | null {
  if (name === null || email === null || phone === null || address === null || notes === null) return null;
  return { name, email, phone, address, notes };
}

/** The terms fixed when the booking was confirmed, as seen at an instant, in milliseconds. */
function termsAt(at: number, row: BookingRow, timeZone: string): MailTerms {
  const { price: priceCents, free_changes_through: freeChangesThrough, policy, status } = row;
  const areFreeChangesOver = status !== 'confirmed' || civilDateAt(at, timeZone) > (freeChangesThrough ?? '');
  return { priceCents, freeChangesThrough, areFreeChangesOver, policy };
}

/** The booking as mails describe it. */
function mailBooking(row: BookingRow, person: MailPerson, terms: MailTerms): MailBooking {
  const { id, service, date, claim, area } = row;
  const tasks = (JSON.parse(row.tasks) as string[]).map(serviceTitle);
  const visit = { eventId: id, service, date, claim, area, tasks, ...terms };
  const changes = { sequence: row.sequence, changedAt: row.changed_at ?? row.held_at };
  return { ...visit, ...changes, ...person };
}

/** The row as it was when its visit had just been booked or moved: it may have been moved again since. */
function asOf(event: CauseOf<'BookingConfirmed' | 'BookingRescheduled'>, row: BookingRow): BookingRow {
  const { date, units, freeChangesThrough } = event.data;
  const moves = event.type === 'BookingRescheduled' ? event.data.move : 0;
  const place = { date, claim: claimOf(units), free_changes_through: freeChangesThrough };
  return { ...row, ...place, status: 'confirmed', moves, sequence: moves, changed_at: event.at };
}

/** A letter in the form in which it is sent. */
export function contentOf(
  to: MailRole,
  words: LetterWords,
  { booking, business }: Pick<Matter, 'booking' | 'business'>,
  pages?: BookingPages,
): MailContent {
  const { calendar } = words;
  const content = writeLetter({ to, ...words }, business);
  return calendar && pages ? { ...content, attachments: [visitFile(booking, calendar, business, pages)] } : content;
}

function pagesOf(dependencies: WorkerDependencies, { id, moves }: BookingRow): BookingPages {
  const manage = manageUrl(dependencies, id, moves);
  return { manage, calendar: `${manage}/calendar.ics` };
}

async function write(letter: BookingLetter, matter: Matter): Promise<AddressedLetter | null> {
  const { row, dependencies } = matter;
  if (letter.to === 'owner') {
    const words = await letter.write(matter);
    return words && { role: 'owner', to: dependencies.config.ownerEmail, content: contentOf('owner', words, matter) };
  }
  if (row.email === null || personOf(row) === null) return null;
  const pages = pagesOf(dependencies, row);
  const words = await letter.write({ ...matter, pages });
  if (!words) return null;
  return { role: 'customer', to: words.address ?? row.email, content: contentOf('customer', words, matter, pages) };
}

/** The letters that an event causes. A forgotten customer gets none; the owner does. */
export async function lettersFor(
  event: CauseOf<LetterCause>,
  now: BookingRow,
  dependencies: WorkerDependencies,
): Promise<AddressedLetter[]> {
  const isPlaced = event.type === 'BookingConfirmed' || event.type === 'BookingRescheduled';
  const row = isPlaced ? asOf(event, now) : now;
  const business: Business = businessOf(dependencies);
  const booking = mailBooking(row, personOf(row) ?? DELETED_CUSTOMER, termsAt(event.at, row, business.timeZone));
  const time = { now: event.at, timeZone: business.timeZone };
  const matter = { event, time, row, booking, business, dependencies, tellsOf };
  const letters: AddressedLetter[] = [];
  for (const letter of LETTERS.filter(({ on }) => on.includes(event.type))) {
    const written = await write(letter, matter);
    if (written) letters.push(written);
  }
  return letters;
}
