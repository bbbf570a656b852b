/** What an event says, and to whom. Sentences are in `shared/booking/history.ts` and `shared/owner/story-lines.ts`. */
import type { Slot } from '#shared/booking/availability.ts';
import type { HistoryFacts } from '#shared/booking/history.ts';
import type { StoryFacts } from '#shared/owner/story-lines.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import type { DayEvent } from '../day.ts';
import type { Recorded } from '../event.ts';
import type { MailEvent } from '../mail.ts';
import {
  type Booking,
  type BookingEvent,
  type BookingState,
  CURRENCY,
  type DateUnits,
  bookingType,
  centsLeft,
  keptCents,
} from './booking.ts';

export type Refilled = Recorded<Extract<DayEvent, { type: 'UnitsRefilled' }>>;

export type EventAbout = Recorded<BookingEvent> | Refilled | Recorded<MailEvent>;
type Kind = EventAbout['type'];
type DataOf<Type extends Kind> = Extract<EventAbout, { type: Type }>['data'];

interface ByAdmin {
  readonly admin?: string | null | undefined;
}

interface Described<Facts = object, OwnersFacts = object> {
  readonly audience: 'customer' | 'owner';
  readonly facts: Facts;
  readonly ownersFacts: OwnersFacts & ByAdmin;
}

type DescribedAs<Type extends Kind> = Type extends keyof HistoryFacts
  ? Described<HistoryFacts[Type], Omit<StoryFacts[Type], keyof HistoryFacts[Type]>>
  : Described<object, StoryFacts[Type]> & { readonly audience: 'owner' };

function forOwner<OwnersFacts extends object = object>(ownersFacts: OwnersFacts = {} as OwnersFacts) {
  return { audience: 'owner' as const, facts: {}, ownersFacts };
}

function forBoth<Facts extends object = object, OwnersFacts extends object = object>(
  facts: Facts = {} as Facts,
  ownersFacts: OwnersFacts = {} as OwnersFacts,
  isForCustomer = true,
) {
  return { audience: isForCustomer ? ('customer' as const) : ('owner' as const), facts, ownersFacts };
}

function slotOf({ date, units }: DateUnits): Slot {
  return { date, claim: claimOf(units) };
}

function money({ amount: cents, currency }: { readonly amount: number; readonly currency: string }) {
  return { cents, currency };
}

function refundOf({ payments }: Booking, id: string) {
  const payment = payments.find((each) => each.payment === id);
  const amount = payment ? centsLeft(payment) : 0;
  return { ...money({ amount, currency: payment?.currency ?? CURRENCY }), isOutside: payment?.isOutside === true };
}

function byWhom(admin: string | undefined) {
  return admin === undefined ? ('customer' as const) : ('owner' as const);
}

const DESCRIPTIONS: { readonly [Type in Kind]: (data: DataOf<Type>, booking: Booking) => DescribedAs<Type> } = {
  SlotHeld: ({ price: cents, currency, expiresAt: until, method, ...placed }) =>
    forOwner({ slot: slotOf(placed), cents, currency, until, isByPhone: method === 'owner' }),
  HoldRevised: () => forOwner(),
  PhotosAdded: ({ photos }) => forOwner({ count: photos.length }),
  PhotoRemoved: () => forOwner(),
  CheckoutOpened: ({ checkout }) => forOwner({ checkout }),
  HoldExpired: ({ cause }) => forOwner({ cause }),
  SlotReclaimed: (units) => forOwner({ slot: slotOf(units) }),
  // The customer's line about the booking already names its payment.
  PaymentCaptured: ({ payment, ...paid }, { wasConfirmed, price: due }) =>
    forBoth(money(paid), { payment }, wasConfirmed || paid.amount !== due || paid.currency !== CURRENCY),
  PaidOutside: ({ admin, ...paid }) => forOwner({ ...money(paid), admin }),
  BookingConfirmed: ({ freeChangesThrough, price: cents, ...placed }, { currency, payments }) => {
    const isOutside = payments.some((payment) => payment.isOutside);
    return forBoth({ slot: slotOf(placed), cents, currency, isOutside }, { freeChangesThrough });
  },
  // Nothing is sent back if everything had gone back already.
  RefundRequested: ({ payment, cause: reason, admin, ...asked }, booking) =>
    forBoth({ ...refundOf(booking, payment), ...money(asked), reason }, { payment, admin }, asked.amount > 0),
  RefundSucceeded({ payment, refund, amount }, booking) {
    const sent = refundOf(booking, payment);
    return forBoth({ ...sent, cents: amount ?? sent.cents }, { payment, refund }, amount !== 0);
  },
  // Later attempts are the owner's concern.
  RefundFailed: ({ payment, attempt, reason }, booking) =>
    forBoth(refundOf(booking, payment), { payment, attempt, reason }, attempt === 1),
  RefundRetried: ({ payment, admin }) => forOwner({ payment, admin }),
  RefundSettled: ({ payment, admin }, booking) => forBoth(refundOf(booking, payment), { admin }),
  RefundedByHand: ({ payment, refund, ...made }) => forBoth(money(made), { payment, refund }),
  HandRefundFailed: ({ refund, reason }) => forOwner({ refund, reason }),
  DisputeReported: (dispute) => forBoth(money(dispute), dispute, dispute.state === 'lost'),
  BookingRescheduled: ({ from, freeChangesThrough, admin, ...to }) =>
    forBoth({ from: slotOf(from), to: slotOf(to), by: byWhom(admin) }, { freeChangesThrough, admin }),
  BookingCancelled: ({ by, admin }) => forBoth({ by }, { admin }),
  BookingForfeited: (units, booking) =>
    forBoth({ cents: keptCents(booking), currency: booking.currency }, { slot: slotOf(units) }),
  // `SlotRefilled` says it if all units are refilled at once.
  UnitsRefilled: ({ units, by }, booking) =>
    forBoth({ units, by: by === null ? 'closure' : 'sale' }, {}, units.length < booking.units.length),
  SlotRefilled: () => forBoth(),
  ForfeitureFinalised: () => forBoth(),
  VisitCompleted: ({ by: admin }) => forBoth({}, { admin }),
  CompletionUndone: ({ by: admin }) => forBoth({}, { admin }),
  NoShowRecorded: ({ by: admin }) => forBoth({}, { admin }),
  NoShowUndone: ({ by: admin }) => forBoth({}, { admin }),
  ReminderRequested: ({ kind: about }) => forOwner({ about }),
  LinksRequested: () => forOwner(),
  BookingClaimed: () => forOwner(),
  MessageSent: ({ personal, admin }) => forOwner({ text: personal?.text ?? null, admin }),
  CustomerEmailChanged: () => forOwner(),
  BookingDetailsCorrected: ({ fields, admin }) => forBoth({ fields, by: byWhom(admin) }, { admin }),
  VisitKept: () => forOwner(),
  ForgettingRequested: () => forBoth(),
  KeptVisitOver: () => forOwner(),
  CustomerForgotten: () => forOwner(),
  MailReturned: ({ kind: how }) => forOwner({ how }),
};

/** Describes an event about a booking in the state before it: null only for `SlotHeld`. */
export function describe({ type, data }: Pick<EventAbout, 'type' | 'data'>, booking: BookingState): Described {
  return DESCRIPTIONS[type](data as never, booking as Booking);
}

/** Earliest first. Forgotten personal data is not read. */
export function* describeAll(events: readonly EventAbout[]): Generator<readonly [EventAbout, Described]> {
  let booking: BookingState = null;
  for (const event of events.toSorted((one, other) => one.position - other.position)) {
    yield [event, describe(event, booking)];
    if (event.type in bookingType.shapes) booking = bookingType.evolve(booking, event as BookingEvent);
  }
}
