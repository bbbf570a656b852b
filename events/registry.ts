import type { AccountEvent } from './account.ts';
import type { BookingEvent } from './booking.ts';
import type { DayEvent } from './day.ts';
import type { MailEvent } from './mail.ts';
import type { RolesEvent } from './roles.ts';

/** Every event that any stream records. */
export type DomainEvent = AccountEvent | BookingEvent | DayEvent | MailEvent | RolesEvent;

/** Turns the data of one version of an event's shape into the next version's. */
export type Upcast = (data: unknown) => unknown;

interface EventShape {
  /** From version 1 to 2, from 2 to 3, and so on: the current version is one more than their number. */
  readonly upcasts: readonly Upcast[];
  /** Whether its data carries personal details, which the log keeps only encrypted. */
  readonly isPersonal: boolean;
}

const plain: EventShape = { upcasts: [], isPersonal: false };
const personal: EventShape = { upcasts: [], isPersonal: true };

/** Early registrations did not keep when they asked for the link that confirms the address. */
function askedLongAgo(data: unknown): unknown {
  return { ...(data as object), askedAt: 0 };
}

/** Early holds did not say whose account they were: that came as a `BookingClaimed` after them. */
function heldByGuest(data: unknown): unknown {
  return { ...(data as object), account: null };
}

/** One line for every event type; a missing or misspelt one fails the type check. */
export const eventShapes: Readonly<Record<DomainEvent['type'], EventShape>> = {
  BookingCancelled: plain,
  BookingClaimed: plain,
  AccountDeleted: plain,
  AccountDisabled: plain,
  AccountEnabled: plain,
  AccountRegistered: { ...personal, upcasts: [askedLongAgo] },
  AdminAppointed: plain,
  AdminDismissed: plain,
  BookingConfirmed: plain,
  BookingForfeited: plain,
  BookingRescheduled: plain,
  CheckoutOpened: plain,
  ForfeitureEnded: plain,
  ForfeitureFinalised: plain,
  CustomerEmailChanged: personal,
  CustomerForgotten: plain,
  EmailChangeConfirmed: plain,
  EmailChangeRequested: personal,
  EmailChangeWithdrawn: plain,
  EmailChanged: personal,
  EmailVerified: plain,
  HoldExpired: plain,
  HoldRevised: personal,
  KeptVisitOver: plain,
  LinksRequested: plain,
  MailParked: plain,
  MailRetried: plain,
  MailSettled: plain,
  NoShowRecorded: plain,
  NoShowUndone: plain,
  PasswordChanged: plain,
  PasswordResetRequested: plain,
  PaymentCaptured: plain,
  ProfileChanged: personal,
  RefundFailed: plain,
  RefundRequested: plain,
  RefundSucceeded: plain,
  ReminderRequested: plain,
  RegistrationRepeated: plain,
  SignInAttackNoticed: plain,
  SlotHeld: { ...personal, upcasts: [heldByGuest] },
  SlotReclaimed: plain,
  SlotRefilled: plain,
  UnitsClosed: plain,
  UnitsConfirmed: plain,
  UnitsForfeited: plain,
  UnitsHeld: plain,
  UnitsOpened: plain,
  UnitsRefilled: plain,
  UnitsReleased: plain,
  VisitCompleted: plain,
  VisitKept: plain,
  VerificationRequested: plain,
};

/** The version that new events of a type are written in. */
export function currentVersion(type: DomainEvent['type']): number {
  return eventShapes[type].upcasts.length + 1;
}

/**
 * Brings stored data of any earlier version up to the current shape; the stored event stays as it is. Throws for a version
 * this program does not know, as when an older release meets the log of a newer one.
 */
export function upcast(shape: Pick<EventShape, 'upcasts'>, version: number, data: unknown): unknown {
  const current = shape.upcasts.length + 1;
  if (version === current) return data;
  if (!Number.isInteger(version) || version < 1 || version > current) throw new Error(`unknown version ${version}`);
  return shape.upcasts.slice(version - 1).reduce((value, step) => step(value), data);
}
