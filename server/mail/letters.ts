import { type BookingRow, refundsOf } from '#db/projections/bookings.ts';
import type { Recorded } from '#events/event.ts';
import type { MailCause, MailRole } from '#events/mail.ts';
import type { DomainEvent } from '#events/registry.ts';
import { calendarPath } from '#shared/calendar-path.ts';
import { serviceTitle } from '#shared/catalogue.ts';
import { nearestSlots } from '../bookings/availability.ts';
import { confirmationPath } from '../bookings/paths.ts';
import type { WorkerDependencies } from '../workers/worker.ts';
import { businessOf } from './business.ts';
import { type BookingPages, bookingConfirmed, newBooking } from './templates/booking-confirmed.ts';
import { type MailBooking, shortWhen } from './templates/booking.ts';
import type { Link, MailContent } from './templates/letter.ts';
import { type UnsentMail, mailParked } from './templates/mail-parked.ts';
import { paymentReturned, refundFailed, slotLost } from './templates/refund.ts';

/** An event that asks for mail. */
export type MailEventOf<Type extends DomainEvent['type']> = Recorded<Extract<DomainEvent, { type: Type }>>;

/** A mail to one of the two parties. */
export interface AddressedLetter {
  readonly role: MailRole;
  readonly to: string;
  readonly content: MailContent;
}

/** Failures of one refund that the owner is told of; after that it stands in the attention list. */
const TOLD_FAILURES = 1;

function pagesOf({ config }: WorkerDependencies, { id, service }: BookingRow): BookingPages {
  const { publicUrl } = config;
  return { ticket: publicUrl + confirmationPath(id, service), calendar: publicUrl + calendarPath(id) };
}

/** The booking as mails tell it; null once the customer is forgotten. */
function mailBooking(row: BookingRow): MailBooking | null {
  const { id, service, date, claim, area, name, email, phone, address, notes, price } = row;
  if (name === null || email === null || phone === null || address === null || notes === null) return null;
  const tasks = (JSON.parse(row.tasks) as string[]).map(serviceTitle);
  const visit = { eventId: id, service, date, claim, area, tasks, address, priceCents: price };
  const dates = { freeChangesThrough: row.free_changes_through, confirmedAt: row.confirmed_at ?? row.held_at };
  return { ...visit, ...dates, name, email, phone, notes };
}

async function openLinks(dependencies: WorkerDependencies, row: BookingRow): Promise<Link[]> {
  const slots = await nearestSlots(dependencies, row, null);
  return slots.map(({ date, claim }) => ({
    words: shortWhen({ date, claim }),
    url: `${dependencies.config.publicUrl}/book?service=${row.service}&date=${date}&claim=${claim}`,
  }));
}

/** The letters that an event asks for. A customer who is forgotten gets none. */
export async function lettersFor(
  event: MailEventOf<MailCause>,
  row: BookingRow,
  dependencies: WorkerDependencies,
): Promise<AddressedLetter[]> {
  const business = businessOf(dependencies);
  const booking = mailBooking(row);
  const toOwner = (content: MailContent): AddressedLetter => ({
    role: 'owner',
    to: dependencies.config.ownerEmail,
    content,
  });
  const toCustomer = (write: (known: MailBooking) => MailContent): AddressedLetter[] =>
    booking ? [{ role: 'customer', to: booking.email, content: write(booking) }] : [];
  switch (event.type) {
    case 'BookingConfirmed': {
      const pages = pagesOf(dependencies, row);
      const notice = booking ? [toOwner(newBooking(booking, business, pages))] : [];
      return [...toCustomer((known) => bookingConfirmed(known, business, pages)), ...notice];
    }
    case 'RefundRequested': {
      const { cause, amount: cents } = event.data;
      if (cause === 'paid-twice' || cause === 'traded' || cause === 'wrong-amount') {
        return toCustomer((known) => paymentReturned(known, { cause, cents }, business));
      }
      const links = await openLinks(dependencies, row);
      return toCustomer((known) => slotLost(known, cents, links, business));
    }
    case 'RefundFailed': {
      const { payment, attempt: attempts, reason } = event.data;
      const refund = refundsOf(row).find((each) => each.payment === payment);
      if (!refund || attempts > TOLD_FAILURES) return [];
      const failed = { eventId: row.id, payment, cents: refund.amount, cause: refund.cause, attempts, reason };
      return [toOwner(refundFailed(failed, business))];
    }
  }
}

/** Tells the owner of a mail that its customer will not get; null once the customer is forgotten. */
export function unsentNotice(
  mail: UnsentMail,
  row: BookingRow,
  dependencies: WorkerDependencies,
): AddressedLetter | null {
  const booking = mailBooking(row);
  if (!booking) return null;
  const content = mailParked(mail, booking, businessOf(dependencies));
  return { role: 'owner', to: dependencies.config.ownerEmail, content };
}
