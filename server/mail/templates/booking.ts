import { type CivilDate, longDate, shortDate } from '#shared/civil-date.ts';
import { POLICY_NAMES, type Policy, fixedWords } from '#shared/fixed-terms.ts';
import { freeThrough } from '#shared/free-changes.ts';
import { claimHours } from '#shared/hours.ts';
import { keptUnlessSold } from '#shared/late-cancelling.ts';
import { formatCents } from '#shared/money.ts';
import { type Claim, SESSION_NAMES, type SessionType, hoursOf } from '#shared/session-type.ts';
import { zoneName } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import type { Fact, Ticket } from './letter.ts';
import { mailUrl, phoneUrl } from './links.ts';

/** Who a booking is for. */
export interface MailPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly notes: string;
}

/** What the owner reads in place of somebody who has deleted their account. */
export const DELETED_CUSTOMER: MailPerson = {
  name: 'deleted customer',
  email: '',
  phone: '',
  address: 'Deleted with the customer’s account',
  notes: '',
};

/** A booking as the mails tell it. */
export interface MailBooking extends MailPerson {
  /** Its public id. */
  readonly eventId: string;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly area: string;
  /** Titles, not slugs. */
  readonly tasks: readonly string[];
  readonly priceCents: number;
  /** The last date, to its end, on which it can be moved or cancelled free; null when there never was one. */
  readonly freeChangesThrough: CivilDate | null;
  /** Null for what was never confirmed. */
  readonly policy: Policy | null;
  /** How often its calendar entry was changed, and when it last was, in milliseconds. */
  readonly sequence: number;
  readonly changedAt: number;
}

/** Where the customer can see and change the booking, and have it for their calendar. */
export interface BookingPages {
  /** Holds a secret, as `calendar` does: for the customer's eyes only. */
  readonly manage: string;
  readonly calendar: string;
}

type When = Pick<MailBooking, 'date' | 'claim'>;

/** `Tue, Mar 9, 7:00 am to noon` */
export function shortWhen({ date, claim }: When): string {
  return `${shortDate(date)}, ${claimHours(claim)}`;
}

/** `Tuesday, March 9, 2027, 7:00 am to noon (Pacific Time)` */
export function longWhen({ date, claim }: When, timeZone: string): string {
  return `${longDate(date)}, ${claimHours(claim)} (${zoneName(timeZone)})`;
}

/** The notice rule (SPEC.md section 1) as it stands for this booking: until when changes are free, and what holds after. */
function changeTerms(
  { freeChangesThrough }: MailBooking,
  isOver: boolean,
  timeZone: string,
): { free: string; note: string } {
  if (freeChangesThrough === null || isOver) {
    const free = freeChangesThrough
      ? `ended ${longDate(freeChangesThrough)}, 11:59 pm (${zoneName(timeZone)})`
      : 'booked too late for free changes';
    return { free, note: `If you cancel now, ${keptUnlessSold()}` };
  }
  const free = freeThrough(longDate(freeChangesThrough), timeZone);
  return { free, note: `Moving or canceling is free until then. If you cancel after that, ${keptUnlessSold()}` };
}

/** `12 Main St, Ventura` */
export function place({ address, area }: Pick<MailBooking, 'address' | 'area'>): string {
  return `${address}, ${area}`;
}

/** Said wherever a manage link stands. */
export const KEEP_LINK =
  'Keep this email. Anyone with its link can move or cancel the visit. If the visit moves, you get a new link.';

/** What the manage link is for: a visit whose free changes are over cannot be moved. */
export function changeWords({ freeChangesThrough }: Pick<MailBooking, 'freeChangesThrough'>): string {
  return freeChangesThrough === null ? 'See or cancel your visit' : 'See, move, or cancel your visit';
}

/** Who the customer is, for the owner. */
export function customerFacts({ name, phone, email }: Pick<MailBooking, 'name' | 'phone' | 'email'>): Fact[] {
  const call = phoneUrl(phone);
  return [
    { label: 'Customer', value: headerLine(name) },
    ...(phone === '' ? [] : [{ label: 'Phone', value: phone, ...(call !== undefined && { url: call }) }]),
    ...(email === '' ? [] : [{ label: 'Email', value: email, url: mailUrl(email) }]),
  ];
}

/** What was fixed when a booking was confirmed, as a line of each mail about it that has no ticket; none before. */
export function fixedFacts({
  priceCents,
  freeChangesThrough,
  policy,
}: Pick<MailBooking, 'priceCents' | 'freeChangesThrough' | 'policy'>): Fact[] {
  if (policy === null) return [];
  return [{ label: 'Terms', value: fixedWords({ priceCents, freeChangesThrough, policy }, longDate) }];
}

/** What customer and owner both see; `people` are facts for the owner alone. Over: free changes have ended by now. */
export function bookingTicket(
  booking: MailBooking,
  timeZone: string,
  { people = [], isOver = false }: { readonly people?: readonly Fact[]; readonly isOver?: boolean } = {},
): Ticket {
  const { service, date, claim, area, tasks, address, notes, priceCents, policy, eventId } = booking;
  const { free, note } = changeTerms(booking, isOver, timeZone);
  return {
    title: SESSION_NAMES[service],
    day: longDate(date),
    hours: `${claimHours(claim)} (${zoneName(timeZone)})`,
    booked: hoursOf(claim),
    facts: [
      ...people,
      { label: 'Where', value: `${address}\n${area}` },
      { label: 'Paid', value: `${formatCents(priceCents)}, in full` },
      { label: 'Free changes', value: free },
      ...(policy === null ? [] : [{ label: 'Policy', value: POLICY_NAMES[policy] }]),
      ...(tasks.length === 0 ? [] : [{ label: 'To do', value: tasks.join('\n') }]),
      ...(notes === '' ? [] : [{ label: 'Notes', value: notes }]),
      { label: 'Reference', value: referenceOf(eventId) },
    ],
    note,
  };
}
