import { type BookingRow, bookingById, bookingsOfAccount, refundsOfPrice, wasPaid } from '#db/projections/bookings.ts';
import { userById } from '#db/projections/users.ts';
import { civilDateAt, instantOf } from '#events/business-time.ts';
import type {
  BookingFilter,
  BookingList,
  BookingSummary,
  DashboardCards,
  DashboardPart,
  PaidState,
} from '#shared/managed-booking.ts';
import { hoursOf } from '#shared/session-type.ts';
import type { BookingDependencies } from './dependencies.ts';
import { moneyOf } from './money.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** Rows of the dashboard, and of a page of the list. */
const ROWS = 5;
const PAGE_SIZE = 20;

const CANCELLED: ReadonlySet<PaidState> = new Set(['cancelled', 'forfeited', 'refunded']);

function nextOf(row: BookingRow, isUpcoming: boolean, today: string): BookingSummary['next'] {
  if (CANCELLED.has(row.status as PaidState)) return 'book-again';
  if (!isUpcoming) return 'receipt';
  return row.free_changes_through !== null && today <= row.free_changes_through ? 'change' : 'add-to-calendar';
}

function summary({ clock, config: { timeZone } }: Reader, row: BookingRow): BookingSummary {
  const { id: eventId, service, date, claim, area, free_changes_through } = row;
  const { paidCents, refundedCents, refund, reason } = moneyOf(row);
  const isUpcoming = row.status === 'confirmed' && clock.now() < instantOf(date, hoursOf(claim).end, timeZone);
  return {
    eventId,
    service,
    date,
    claim,
    area,
    // What was paid is in no earlier state any more.
    state: row.status as PaidState,
    isUpcoming,
    paidCents,
    refundedCents,
    refund,
    reason,
    freeChangesThrough: free_changes_through,
    next: nextOf(row, isUpcoming, civilDateAt(clock.now(), timeZone)),
  };
}

function byTime(a: BookingSummary, b: BookingSummary): number {
  if (a.isUpcoming !== b.isUpcoming) return a.isUpcoming ? -1 : 1;
  const [earlier, later] = [`${a.date} ${a.claim}`, `${b.date} ${b.claim}`];
  const order = earlier < later ? -1 : Number(earlier > later);
  return a.isUpcoming ? order : -order;
}

/** In the order of a list: what is ahead, the soonest on top, and then what is over, the latest on top. */
function inOrder(reader: Reader, rows: readonly BookingRow[]): BookingSummary[] {
  return rows.map((row) => summary(reader, row)).toSorted(byTime);
}

/** What was ever paid, of an account's own bookings and of those that guests made with its confirmed address. */
async function paidRows({ store }: Reader, account: string): Promise<BookingRow[]> {
  const user = await userById(store.read.users, account);
  const address = user?.verified === 1 ? user.email_key : null;
  const rows = await bookingsOfAccount(store.read.bookings, account, address);
  return rows.filter(wasPaid);
}

function cardsOf(reader: Reader, rows: readonly BookingRow[]): DashboardCards {
  const today = civilDateAt(reader.clock.now(), reader.config.timeZone);
  const upcoming = inOrder(reader, rows).filter(({ isUpcoming }) => isUpcoming);
  const through = ({ freeChangesThrough }: BookingSummary) => freeChangesThrough ?? '';
  const [freeChanges = null] = upcoming
    .filter((each) => through(each) >= today)
    .toSorted((a, b) => (through(a) < through(b) ? -1 : Number(through(a) > through(b))));
  const refunds = rows.flatMap(refundsOfPrice);
  const sum = (amounts: readonly { readonly amount: number }[]) =>
    amounts.reduce((cents, { amount }) => cents + amount, 0);
  return {
    nextVisit: upcoming[0] ?? null,
    freeChanges,
    money: {
      paidCents: rows.reduce((cents, { captured }) => cents + captured, 0),
      refundingCents: sum(refunds),
      refundedCents: sum(refunds.filter(({ status }) => status === 'succeeded')),
      failingCents: sum(refunds.filter(({ status }) => status === 'failed')),
    },
  };
}

/** An account's dashboard as it becomes known: the cards, and then at most five bookings, as they are when they are asked for. */
export async function* dashboard(reader: Reader, account: string): AsyncGenerator<DashboardPart, void, void> {
  yield { part: 'cards', cards: cardsOf(reader, await paidRows(reader, account)) };
  const sorted = inOrder(reader, await paidRows(reader, account));
  yield { part: 'rows', rows: sorted.slice(0, ROWS), total: sorted.length };
}

function isIn(filter: BookingFilter, { state, isUpcoming }: BookingSummary): boolean {
  if (filter === 'all') return true;
  if (filter === 'upcoming') return isUpcoming;
  return filter === 'cancelled' ? CANCELLED.has(state) : !isUpcoming && !CANCELLED.has(state);
}

/** All bookings of an account under a filter, 20 a page; a page beyond the last is the last. */
export async function bookingList(
  reader: Reader,
  account: string,
  { filter, page: asked }: { readonly filter: BookingFilter; readonly page: number },
): Promise<BookingList> {
  const all = inOrder(reader, await paidRows(reader, account));
  const count = (each: BookingFilter) => all.filter((booking) => isIn(each, booking)).length;
  const found = all.filter((booking) => isIn(filter, booking));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, asked), pages);
  return {
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    counts: {
      all: all.length,
      upcoming: count('upcoming'),
      completed: count('completed'),
      cancelled: count('cancelled'),
    },
    page,
    pages,
  };
}

/** Whether a booking is an account's own, or was made as a guest with its confirmed address and nobody's since. */
export async function belongsTo({ store }: Pick<Reader, 'store'>, account: string, booking: string): Promise<boolean> {
  const row = await bookingById(store.read.bookings, booking);
  if (!row || row.account !== null) return row?.account === account;
  const user = await userById(store.read.users, account);
  return user?.verified === 1 && user.email_key !== null && user.email_key === row.email_key;
}
