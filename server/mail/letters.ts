import { type BookingRow, refundsOf } from '#db/projections/bookings.ts';
import { civilDateAt } from '#events/business-time.ts';
import { canSellAgain, hasStarted } from '#events/changing.ts';
import type { Recorded } from '#events/event.ts';
import type { MailCause, MailRole } from '#events/mail.ts';
import type { DomainEvent } from '#events/registry.ts';
import { serviceTitle } from '#shared/catalogue.ts';
import { SESSION_NAMES, claimOf, unitsOf } from '#shared/session-type.ts';
import { nearestSlots } from '../bookings/availability.ts';
import { linksAddress, paidWith } from '../bookings/lost-links.ts';
import { manageUrl } from '../bookings/manage-link.ts';
import type { WorkerDependencies } from '../workers/worker.ts';
import { businessOf } from './business.ts';
import { bookingConfirmed, newBooking } from './templates/booking-confirmed.ts';
import {
  type BookingPages,
  DELETED_CUSTOMER,
  type MailBooking,
  type MailPerson,
  type MailTerms,
  shortWhen,
} from './templates/booking.ts';
import type { Business, Link, MailContent } from './templates/letter.ts';
import { lostLinks } from './templates/lost-links.ts';
import { type UnsentMail, mailParked } from './templates/mail-parked.ts';
import { ownerCancelled, ownerMoved } from './templates/plans-changed.ts';
import { keptPaymentReturned, paymentReturned, refundDelayed, refundFailed, slotLost } from './templates/refund.ts';
import { dayBefore, lastFreeDay } from './templates/reminder.ts';
import { visitCancelled, visitForfeited, visitMoved } from './templates/visit-changed.ts';
import { ownerKept, visitKept } from './templates/visit-kept.ts';

/** An event that asks for mail. */
export type MailEventOf<Type extends DomainEvent['type']> = Recorded<Extract<DomainEvent, { type: Type }>>;

/** A mail to one of the two parties. */
export interface AddressedLetter {
  readonly role: MailRole;
  readonly to: string;
  readonly content: MailContent;
}

/** The failure of a refund that its customer is told of, once: tries are about a quarter of an hour apart by then. */
const DELAYED_FROM = 11;

/** Who the customer is; null once they are forgotten. */
function personOf({ name, email, phone, address, notes }: BookingRow): MailPerson | null {
  if (name === null || email === null || phone === null || address === null || notes === null) return null;
  return { name, email, phone, address, notes };
}

/** What was fixed when the booking was confirmed, as it stands at an instant, in milliseconds. */
function termsAt(at: number, row: BookingRow, timeZone: string): MailTerms {
  const { price: priceCents, free_changes_through: freeChangesThrough, policy, status } = row;
  const areFreeChangesOver = status !== 'confirmed' || civilDateAt(at, timeZone) > (freeChangesThrough ?? '');
  return { priceCents, freeChangesThrough, areFreeChangesOver, policy };
}

/** The booking as mails tell it. */
function mailBooking(row: BookingRow, person: MailPerson, terms: MailTerms): MailBooking {
  const { id, service, date, claim, area } = row;
  const tasks = (JSON.parse(row.tasks) as string[]).map(serviceTitle);
  const visit = { eventId: id, service, date, claim, area, tasks, ...terms };
  const changes = { sequence: row.sequence, changedAt: row.changed_at ?? row.held_at };
  return { ...visit, ...changes, ...person };
}

/** The row as it was when its visit had just been booked or moved: it may have been moved again since. */
function asOf(event: MailEventOf<'BookingConfirmed' | 'BookingRescheduled'>, row: BookingRow): BookingRow {
  const { date, units, freeChangesThrough } = event.data;
  const moves = event.type === 'BookingRescheduled' ? event.data.move : 0;
  const place = { date, claim: claimOf(units), free_changes_through: freeChangesThrough };
  return { ...row, ...place, status: 'confirmed', moves, sequence: moves, changed_at: event.at };
}

async function openLinks(dependencies: WorkerDependencies, row: BookingRow): Promise<Link[]> {
  const slots = await nearestSlots(dependencies, row, null);
  return slots.map(({ date, claim }) => ({
    words: shortWhen({ date, claim }),
    url: `${dependencies.config.publicUrl}/book?service=${row.service}&date=${date}&claim=${claim}`,
  }));
}

/** What letters about one booking are written with. */
class Desk {
  readonly business: Business;
  readonly terms: MailTerms;
  /** For the customer; null once they are forgotten. */
  readonly #booking: MailBooking | null;
  readonly #forOwner: MailBooking;
  readonly #pages: BookingPages;
  readonly #ownerEmail: string;

  /** Writes at an instant, in milliseconds. */
  constructor(dependencies: WorkerDependencies, row: BookingRow, at: number) {
    const { id, moves } = row;
    this.business = businessOf(dependencies);
    this.terms = termsAt(at, row, dependencies.config.timeZone);
    const person = personOf(row);
    this.#booking = person && mailBooking(row, person, this.terms);
    this.#forOwner = mailBooking(row, person ?? DELETED_CUSTOMER, this.terms);
    this.#ownerEmail = dependencies.config.ownerEmail;
    // Nobody is to be let in to what is forgotten.
    const manage = this.#booking ? manageUrl(dependencies, id, moves) : '';
    this.#pages = { manage, calendar: `${manage}/calendar.ics` };
  }

  /** A letter to the customer; none once they are forgotten. */
  customer(write: (booking: MailBooking, business: Business, pages: BookingPages) => MailContent): AddressedLetter[] {
    const booking = this.#booking;
    if (!booking) return [];
    return [{ role: 'customer', to: booking.email, content: write(booking, this.business, this.#pages) }];
  }

  /** A notice to the owner about a customer: without who they are, once they are forgotten. */
  owner(write: (booking: MailBooking, business: Business) => MailContent): AddressedLetter[] {
    return [this.toOwner(write(this.#forOwner, this.business))];
  }

  toOwner(content: MailContent): AddressedLetter {
    return { role: 'owner', to: this.#ownerEmail, content };
  }
}

async function refundLetters(
  { at, data: { cause, amount: cents, currency } }: MailEventOf<'RefundRequested'>,
  row: BookingRow,
  desk: Desk,
  dependencies: WorkerDependencies,
): Promise<AddressedLetter[]> {
  switch (cause) {
    case 'slot-lost': {
      const links = await openLinks(dependencies, row);
      const visit = { date: row.date, units: unitsOf(row.claim) };
      const reason = hasStarted(visit, { now: at, timeZone: dependencies.config.timeZone }) ? 'begun' : 'taken';
      return desk.customer((booking, business) => slotLost(booking, { reason, cents }, links, business));
    }
    case 'paid-twice':
    case 'traded':
    case 'wrong-amount':
      return desk.customer((booking, business) => paymentReturned(booking, { cause, cents, currency }, business));
    case 'refilled':
    case 'goodwill':
      return desk.customer((booking, business) => keptPaymentReturned(booking, { cause, cents }, business));
    case 'cancelled':
    case 'cancelled-by-owner':
      // The mail about the cancellation says it.
      return [];
  }
}

function failureLetters(
  { data: { payment, attempt: attempts, reason } }: MailEventOf<'RefundFailed'>,
  row: BookingRow,
  desk: Desk,
): AddressedLetter[] {
  const refund = refundsOf(row).find((each) => each.payment === payment);
  if (!refund) return [];
  const { amount: cents, currency, cause } = refund;
  const back = { cents, currency };
  if (attempts === DELAYED_FROM) return desk.customer((booking, business) => refundDelayed(booking, back, business));
  // After the first time it stands in the attention list.
  if (attempts > 1) return [];
  const failed = { eventId: row.id, payment, ...back, cause, attempts, reason, ...desk.terms };
  return [desk.toOwner(refundFailed(failed, desk.business))];
}

/** None when the visit is no longer what it was when the reminder was asked for, or the reminder comes too late to be true. */
function reminderLetters(
  { data: { kind, date } }: MailEventOf<'ReminderRequested'>,
  row: BookingRow,
  desk: Desk,
  { clock, config }: WorkerDependencies,
): AddressedLetter[] {
  const today = civilDateAt(clock.now(), config.timeZone);
  const last = kind === 'last-free-day' ? (row.free_changes_through ?? '') : date;
  if (row.status !== 'confirmed' || row.date !== date || today > last) return [];
  return desk.customer(kind === 'last-free-day' ? lastFreeDay : dayBefore);
}

/** All that was booked with the address, with the links that are good now. */
async function linksLetters(row: BookingRow, desk: Desk, dependencies: WorkerDependencies): Promise<AddressedLetter[]> {
  const to = await linksAddress(dependencies, row);
  if (to === null) return [];
  const links = (await paidWith(dependencies, to)).map((each) => ({
    words: `${SESSION_NAMES[each.service]}, ${shortWhen(each)}`,
    url: manageUrl(dependencies, each.id, each.moves),
  }));
  const [letter] = desk.customer((_, business) => lostLinks(links, business));
  return letter ? [{ ...letter, to }] : [];
}

/** The letters that an event asks for. A customer who is forgotten gets none; the owner does. */
export async function lettersFor(
  event: MailEventOf<MailCause>,
  row: BookingRow,
  dependencies: WorkerDependencies,
): Promise<AddressedLetter[]> {
  const isPlaced = event.type === 'BookingConfirmed' || event.type === 'BookingRescheduled';
  const desk = new Desk(dependencies, isPlaced ? asOf(event, row) : row, event.at);
  switch (event.type) {
    case 'BookingConfirmed':
      return [...desk.customer(bookingConfirmed), ...desk.owner(newBooking)];
    case 'BookingRescheduled': {
      const { from } = event.data;
      const before = { date: from.date, claim: claimOf(from.units) };
      return [
        ...desk.customer((booking, ...parts) => visitMoved(booking, before, ...parts)),
        ...desk.owner((booking, ...parts) => ownerMoved(booking, before, ...parts)),
      ];
    }
    case 'BookingCancelled': {
      const { by } = event.data;
      const notice =
        by === 'owner' ? [] : desk.owner((booking, business) => ownerCancelled(booking, 'refund', business));
      return [...desk.customer((booking, ...parts) => visitCancelled(booking, by, ...parts)), ...notice];
    }
    case 'BookingForfeited': {
      const canComeBack = canSellAgain(event.data, { now: event.at, timeZone: dependencies.config.timeZone });
      const outcome = canComeBack ? 'forfeit' : 'keep';
      return [
        ...desk.customer((booking, ...parts) => visitForfeited(booking, canComeBack, ...parts)),
        ...desk.owner((booking, business) => ownerCancelled(booking, outcome, business)),
      ];
    }
    case 'ReminderRequested':
      return reminderLetters(event, row, desk, dependencies);
    case 'VisitKept':
      return [...desk.customer(visitKept), ...desk.owner(ownerKept)];
    case 'LinksRequested':
      return linksLetters(row, desk, dependencies);
    case 'RefundRequested':
      return refundLetters(event, row, desk, dependencies);
    case 'RefundFailed':
      return failureLetters(event, row, desk);
  }
}

/** Tells the owner of a mail that its customer will not get; null once the customer is forgotten. */
export function unsentNotice(
  mail: UnsentMail,
  row: BookingRow,
  dependencies: WorkerDependencies,
): AddressedLetter | null {
  const person = personOf(row);
  if (person === null) return null;
  const desk = new Desk(dependencies, row, mail.at);
  return desk.toOwner(mailParked(mail, mailBooking(row, person, desk.terms), desk.business));
}
