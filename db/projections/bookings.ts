import { comparable } from '#shared/normalize-text.ts';
import { searchKey } from '#shared/search-text.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { PERSONAL_FIELDS, type PersonalDetails, forEachField } from '#shared/booking/booking-fields.ts';
import type { BookingEvent } from '#events/booking/booking.ts';
import { CURRENCY, bookingOf, endsBooking } from '#events/booking/booking.ts';
import {
  type BookingRow,
  type Reduction,
  type RefundRow,
  bookingColumns,
  overallRefund,
  personalOf,
  photosOf,
  reductionsOf,
  reductionsOfPrice,
  refundsOf,
  wasPaid,
} from './booking-row.ts';
import type { Dispute } from '#shared/booking/dispute.ts';
import { sumAmounts } from '#shared/money.ts';
import { type RecordedOf, type RowChanges, projection } from './projection.ts';

const FORGOTTEN = { ...forEachField(PERSONAL_FIELDS, () => null), email_key: null, search_key: null };

function addressed({ email }: Pick<PersonalDetails, 'email'>) {
  // A booking by phone may have no address.
  return { email, email_key: email === '' ? null : comparable(email) };
}

function personalColumns(personal: PersonalDetails | null) {
  if (!personal) return FORGOTTEN;
  const { name, email, phone } = personal;
  const answers = forEachField(PERSONAL_FIELDS, (field) => personal[field] ?? '');
  return { ...answers, ...addressed(personal), search_key: searchKey(name, email, phone) };
}

function withRefunds(row: BookingRow, refunds: readonly RefundRow[]): BookingRow {
  const ofPrice = refunds.filter(({ currency }) => currency === CURRENCY);
  const otherwise = sumAmounts(reductionsOfPrice(row));
  return {
    ...row,
    refunds: JSON.stringify(refunds),
    refund: overallRefund(refunds),
    refunding: sumAmounts(ofPrice) + otherwise,
    refunded: sumAmounts(ofPrice.filter(({ status }) => status === 'succeeded')) + otherwise,
    failing: sumAmounts(ofPrice.filter(({ status }) => status === 'failed')),
  };
}

function changeRefund(row: BookingRow, payment: string, change: (refund: RefundRow) => RefundRow): BookingRow {
  const refunds = refundsOf(row).map((refund) => (refund.payment === payment ? change(refund) : refund));
  return withRefunds(row, refunds);
}

function centsGone(payment: string, reductions: readonly Reduction[]): number {
  return sumAmounts(reductions.filter((each) => each.payment === payment && each.state === 'done'));
}

function withAmountLeft(refund: RefundRow, reductions: readonly Reduction[]): RefundRow {
  if (refund.status === 'succeeded') return refund;
  return { ...refund, amount: Math.max(0, refund.totalDue - centsGone(refund.payment, reductions)) };
}

/** Null removes it, because it no longer reduces the payment. */
function withReduction(row: BookingRow, id: string, found: Reduction | null): BookingRow {
  const reductions = [...reductionsOf(row).filter((known) => known.id !== id), ...(found ? [found] : [])];
  const next = { ...row, reductions: JSON.stringify(reductions) };
  return withRefunds(
    next,
    refundsOf(row).map((refund) => withAmountLeft(refund, reductions)),
  );
}

function disputeState({ state, blocksRefund }: Dispute): Reduction['state'] | null {
  if (state === 'won') return null;
  if (state === 'lost') return 'done';
  return blocksRefund ? 'withheld' : 'open';
}

export function heldRow(event: RecordedOf<'SlotHeld'>): BookingRow {
  const { service, date, units, area, tasks, price, method, expiresAt, account, personal } = event.data;
  return {
    id: bookingOf(event.stream),
    status: 'held',
    service,
    date,
    claim: claimOf(units),
    area,
    tasks: JSON.stringify(tasks),
    price,
    method,
    held_at: event.at,
    expires_at: expiresAt,
    confirmed_at: null,
    link_generation: 0,
    sequence: 0,
    changed_at: null,
    is_final: 0,
    free_changes_through: null,
    policy: null,
    captured: 0,
    refunded: 0,
    refunding: 0,
    failing: 0,
    refund: 'none',
    refunds: '[]',
    reductions: '[]',
    photos: '[]',
    account,
    customer: null,
    ...personalColumns(personal),
  };
}

function changed(row: BookingRow, at: number): Pick<BookingRow, 'sequence' | 'changed_at'> {
  return { sequence: row.sequence + 1, changed_at: at };
}

const bookingChanges = {
  HoldRevised(row, { data: { area, tasks, personal } }) {
    return { ...row, area, tasks: JSON.stringify(tasks), ...personalColumns(personal) };
  },
  CustomerEmailChanged(row, { data: { personal } }) {
    const { name, phone } = row;
    if (!personal || name === null || phone === null) return row;
    return { ...row, ...addressed(personal), search_key: searchKey(name, personal.email, phone) };
  },
  HoldExpired: (row) => ({ ...row, status: 'expired' }),
  SlotReclaimed: (row, { data: { date, units } }) => ({ ...row, date, claim: claimOf(units) }),
  PaymentCaptured: (row, { data: { currency, amount } }) =>
    currency === CURRENCY ? { ...row, captured: row.captured + amount } : row,
  PaidOutside: (row, { data: { amount } }) => ({ ...row, captured: row.captured + amount }),
  BookingConfirmed(row, { at, data: { date, units, price, freeChangesThrough, policy } }) {
    return {
      ...row,
      status: 'confirmed',
      date,
      claim: claimOf(units),
      price,
      confirmed_at: at,
      changed_at: at,
      free_changes_through: freeChangesThrough,
      policy,
    };
  },
  RefundRequested(row, { at, data: { payment, amount, currency, cause } }) {
    const reductions = reductionsOf(row);
    const asked = { payment, amount, currency, cause, totalDue: amount + centsGone(payment, reductions) };
    const refund: RefundRow = { ...asked, status: 'requested', attempts: 0, at };
    const next = withRefunds(row, [...refundsOf(row), withAmountLeft(refund, reductions)]);
    return endsBooking(cause) ? { ...next, status: 'refunded' } : next;
  },
  RefundSucceeded: (row, { at, data: { payment, amount } }) =>
    changeRefund(row, payment, (refund) => ({
      ...refund,
      amount: amount ?? refund.amount,
      status: 'succeeded',
      at,
    })),
  RefundFailed: (row, { at, data: { payment, attempt: attempts } }) =>
    changeRefund(row, payment, (refund) =>
      withAmountLeft({ ...refund, status: 'failed', attempts, at }, reductionsOf(row)),
    ),
  RefundedByHand: (row, { at, data: { refund: id, ...found } }) =>
    withReduction(row, id, { kind: 'by-hand', id, ...found, at, state: 'done' }),
  HandRefundFailed: (row, { data: { refund } }) => withReduction(row, refund, null),
  DisputeReported(row, { at, data }) {
    const { dispute: id, payment, amount, currency } = data;
    const state = disputeState(data);
    return withReduction(row, id, state && { kind: 'dispute', id, payment, amount, currency, at, state });
  },
  RefundSettled: (row, { at, data: { payment } }) =>
    changeRefund(row, payment, (refund) => ({ ...refund, status: 'succeeded', at })),
  BookingRescheduled(row, { at, data: { date, units, freeChangesThrough, move: link_generation } }) {
    const place = { date, claim: claimOf(units), free_changes_through: freeChangesThrough };
    return { ...row, ...place, ...changed(row, at), link_generation };
  },
  BookingDetailsCorrected(row, { at, data: { area, account, personal, link: link_generation } }) {
    const before = personalOf(row);
    const details = personalColumns(personal && before && { ...before, ...personal });
    return { ...row, ...details, ...changed(row, at), area, account, link_generation };
  },
  BookingCancelled: (row, { at }) => ({ ...row, ...changed(row, at), status: 'cancelled' }),
  BookingForfeited: (row, { at }) => ({ ...row, ...changed(row, at), status: 'forfeited' }),
  ForfeitureFinalised: (row) => ({ ...row, is_final: 1 }),
  // The owner's calendar shows what became of a visit. Its customer gets no new file, so the sequence stays.
  VisitCompleted: (row, { at }) => ({ ...row, status: 'completed', changed_at: at }),
  CompletionUndone: (row, { at }) => ({ ...row, status: 'confirmed', changed_at: at }),
  NoShowRecorded: (row, { at }) => ({ ...row, status: 'no-show', changed_at: at }),
  NoShowUndone: (row, { at }) => ({ ...row, status: 'confirmed', changed_at: at }),
  BookingClaimed: (row, { data: { account } }) => ({ ...row, account }),
  PhotosAdded: (row, { data: { photos } }) => ({ ...row, photos: JSON.stringify([...photosOf(row), ...photos]) }),
  PhotoRemoved: (row, { data: { photo } }) => ({
    ...row,
    photos: JSON.stringify(photosOf(row).filter(({ id }) => id !== photo)),
  }),
  VisitKept: (row) => ({ ...row, account: null }),
  CustomerForgotten: (row) => ({ ...row, ...FORGOTTEN, photos: '[]' }),
} satisfies Partial<RowChanges<BookingRow, BookingEvent['type']>>;

/** Lists a booking under its address once it is paid, because a guest can type any address. */
function withCustomer(row: BookingRow): BookingRow {
  return { ...row, customer: row.account ?? (wasPaid(row) ? row.email_key : null) };
}

export const bookings = projection({
  name: 'bookings',
  columns: bookingColumns,
  indexes: [
    // A covering index for jobs, statistics and the owner's lists.
    `CREATE INDEX bookings_by_state ON bookings (status, is_final, confirmed_at, date, customer, search_key)`,
    'CREATE INDEX bookings_of_customer ON bookings (customer, date, claim) WHERE customer IS NOT NULL',
    // Includes unpaid holds, which belong to no customer: a deleted account's address is forgotten in all of them.
    'CREATE INDEX bookings_of_guest ON bookings (email_key) WHERE account IS NULL AND email_key IS NOT NULL',
  ],
  create: { SlotHeld: heldRow },
  update: bookingChanges,
  derive: withCustomer,
});
