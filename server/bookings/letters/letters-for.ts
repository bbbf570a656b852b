import { type BookingRow, personalOf } from '#db/projections/booking-row.ts';
import { civilDateAt } from '#events/business-time.ts';
import type { MailRole } from '#events/mail.ts';
import { serviceTitle } from '#shared/business/catalogue.ts';
import { TERMS_FIELDS } from '#shared/booking/booking-view.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { businessOf, type Business, type MailContent, writeLetter } from '../../outside/mail/layout/letter.ts';
import { manageUrl } from '../access/manage-link.ts';
import { bookingView } from '../visit/view.ts';
import { DELETED_CUSTOMER, type MailBooking, place } from './booking.ts';
import { LETTERS, tellsOf } from './index.ts';
import type { BookingLetter, CauseOf, LetterCause, LetterDependencies, LetterWords, Matter } from './letter.ts';
import { type CalendarMethod, calendarFilename, visitCalendar } from '../visit/visit-calendar.ts';
import type { Attachment } from '../../outside/mail/port.ts';

export interface AddressedLetter {
  readonly role: MailRole;
  readonly to: string;
  readonly content: MailContent;
}

function mailBooking(row: BookingRow, at: number, timeZone: string): MailBooking {
  const booking = bookingView(row, TERMS_FIELDS);
  const tasks = (JSON.parse(row.tasks) as string[]).map(serviceTitle);
  const areFreeChangesOver =
    row.status !== 'confirmed' || civilDateAt(at, timeZone) > (booking.freeChangesThrough ?? '');
  const changes = { sequence: row.sequence, changedAt: row.changed_at ?? row.held_at };
  return { ...booking, tasks, areFreeChangesOver, ...changes, ...(personalOf(row) ?? DELETED_CUSTOMER) };
}

/** With the slot that was just booked, but current customer and link, because an old link opens nothing. */
function asOf(event: CauseOf<'BookingConfirmed' | 'BookingRescheduled'>, row: BookingRow): BookingRow {
  const { date, units, freeChangesThrough } = event.data;
  const sequence = event.type === 'BookingRescheduled' ? event.data.move : 0;
  const place = { date, claim: claimOf(units), free_changes_through: freeChangesThrough };
  return { ...row, ...place, status: 'confirmed', sequence, changed_at: event.at };
}

export function contentOf(
  to: MailRole,
  words: LetterWords,
  { booking, business }: Pick<Matter, 'booking' | 'business'>,
  manage?: string,
): MailContent {
  const { calendar } = words;
  const content = writeLetter({ to, ...words }, business);
  if (!calendar || manage === undefined) return content;
  return { ...content, attachments: [visitFile(booking, calendar, business, manage)] };
}

interface WordedLetter {
  readonly role: MailRole;
  readonly to: string;
  readonly words: LetterWords;
  readonly manage?: string;
}

type LinkTo = (row: BookingRow) => string | Promise<string>;

async function write(letter: BookingLetter, matter: Matter, linkTo: LinkTo): Promise<WordedLetter | null> {
  const { row, dependencies } = matter;
  if (letter.to === 'owner') {
    const words = await letter.write(matter);
    return words && { role: 'owner', to: dependencies.config.ownerEmail, words };
  }
  // A customer on the phone gave no address.
  if (!row.email || personalOf(row) === null) return null;
  const manage = await linkTo(row);
  const words = await letter.write({ ...matter, manage });
  return words && { role: 'customer', to: words.address ?? row.email, words, manage };
}

function matterOf(event: CauseOf<LetterCause>, now: BookingRow, dependencies: LetterDependencies): Matter {
  const isPlaced = event.type === 'BookingConfirmed' || event.type === 'BookingRescheduled';
  const row = isPlaced ? asOf(event, now) : now;
  const business: Business = businessOf(dependencies);
  const booking = mailBooking(row, event.at, business.timeZone);
  const time = { now: event.at, timeZone: business.timeZone };
  return { event, time, row, booking, business, dependencies, tellsOf };
}

async function wordedFor(matter: Matter, linkTo: LinkTo, role?: MailRole): Promise<WordedLetter[]> {
  const letters: WordedLetter[] = [];
  const isAsked = ({ on, to }: BookingLetter) => on.includes(matter.event.type) && to === (role ?? to);
  for (const letter of LETTERS.filter(isAsked)) {
    const written = await write(letter, matter, linkTo);
    if (written) letters.push(written);
  }
  return letters;
}

export async function lettersFor(
  event: CauseOf<LetterCause>,
  now: BookingRow,
  dependencies: LetterDependencies,
  role?: MailRole,
): Promise<AddressedLetter[]> {
  const matter = matterOf(event, now, dependencies);
  const worded = await wordedFor(matter, (row) => manageUrl(dependencies, row.id, row.link_generation), role);
  return worded.map(({ role, to, words, manage }) => ({ role, to, content: contentOf(role, words, matter, manage) }));
}

export async function ownersLetter(
  event: CauseOf<LetterCause>,
  now: BookingRow,
  dependencies: LetterDependencies,
  write: (matter: Matter) => Promise<LetterWords | null>,
): Promise<Omit<AddressedLetter, 'role'> | null> {
  const matter = matterOf(event, now, dependencies);
  const words = await write(matter);
  return words && { to: dependencies.config.ownerEmail, content: contentOf('owner', words, matter) };
}

/** Without links, because creating one writes, and subjects need none. */
export async function subjectsFor(
  event: CauseOf<LetterCause>,
  now: BookingRow,
  dependencies: LetterDependencies,
): Promise<{ readonly role: MailRole; readonly subject: string }[]> {
  const worded = await wordedFor(matterOf(event, now, dependencies), () => '');
  return worded.map(({ role, words }) => ({ role, subject: words.subject }));
}

function visitFile(booking: MailBooking, kind: 'request' | 'cancel', business: Business, url: string): Attachment {
  const { eventId, service, date, claim, tasks, sequence, changedAt: at, email: attendee } = booking;
  const method: CalendarMethod = { kind, attendee };
  const details = { location: place(booking), tasks };
  return {
    filename: calendarFilename(date),
    contentType: `text/calendar; charset=utf-8; method=${kind.toUpperCase()}`,
    content: visitCalendar({ eventId, service, date, claim, sequence, at, url, method, details }, business),
  };
}
