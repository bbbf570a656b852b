import {
  type BookingsPage,
  type BookingsQuery,
  type ListedBooking,
  type ListedState,
  STATE_NAMES,
} from '#shared/owner/bookings-list.ts';
import { Badge, type BadgeTone, loneLinkClass, EmptyState } from '../../components/page.tsx';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#shared/format-count.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { formatCents } from '#shared/money.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { type Column, Table } from '../../components/table.tsx';
import { dayOf } from '../../wording/slot-words.ts';
import { refundName } from '../booking/story-lists.tsx';
import { factsLine } from '../customer-words.ts';

interface Parts {
  readonly page: BookingsPage;
  readonly query: BookingsQuery;
  readonly timeZone: string;
}

/** Last booked first. */
export function BookingsTable({ page: { bookings, total }, query, timeZone }: Parts) {
  if (bookings.length === 0) {
    return query.search === '' && query.state === 'paid' ? (
      <EmptyState heading="h2" title="No bookings yet">
        The first one appears here as soon as it’s paid. To take one yourself, use “Book by phone” on the admin page.
      </EmptyState>
    ) : (
      <EmptyState heading="h2" title="No bookings found">
        Try a shorter search, or another state.
      </EmptyState>
    );
  }
  return (
    <Table
      caption={total === 1 ? 'One booking' : `${formatCount(total)} bookings, last booked first`}
      columns={columnsFor(timeZone)}
      rows={bookings}
      keyOf={({ eventId }) => eventId}
    />
  );
}

/** `Booked March 9, 2027`; `Held` for a booking that was not paid. */
function bookedWords({ state, bookedAt }: Pick<ListedBooking, 'state' | 'bookedAt'>, timeZone: string): string {
  return `${state === 'held' || state === 'expired' ? 'Held' : 'Booked'} ${dayOf(bookedAt, timeZone)}`;
}

function columnsFor(timeZone: string): Column<ListedBooking>[] {
  return [
    {
      title: 'Booking',
      cell: ({ eventId, name, phone, email, area, ...booking }) => (
        <span className="block sm:min-w-52">
          <Link
            to="/app/admin/bookings/$eventId"
            params={{ eventId }}
            className={`${loneLinkClass} wrap-anywhere`}
          >{`${name ?? 'Deleted customer'}, ${referenceOf(eventId)}`}</Link>
          <span className="block text-sm font-normal">{slotWords(booking)}</span>
          <span className="block text-sm font-normal wrap-anywhere text-pencil">
            {factsLine([phone, email, area, bookedWords(booking, timeZone)])}
          </span>
        </span>
      ),
    },
    {
      title: 'State',
      isPlain: true,
      cell: ({ state, refund, isPaidOutside }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <BookingState state={state} />
          {refund === 'none' || (state === 'refunded' && refund === 'succeeded') ? null : (
            <span className="text-sm text-pencil">{refundName(refund, isPaidOutside)}</span>
          )}
        </span>
      ),
    },
    { title: 'Price', isPlain: true, isNumeric: true, cell: ({ priceCents }) => formatCents(priceCents) },
  ];
}

const TONES: Readonly<Record<ListedState, BadgeTone>> = {
  held: 'caution',
  expired: 'plain',
  confirmed: 'done',
  cancelled: 'plain',
  forfeited: 'caution',
  refunded: 'plain',
  completed: 'done',
  'no-show': 'caution',
};

/** `isUsual`: nothing stands out where nearly all are like it. */
export function BookingState({ state, isUsual = false }: { readonly state: ListedState; readonly isUsual?: boolean }) {
  return <Badge tone={isUsual ? 'plain' : TONES[state]}>{STATE_NAMES[state]}</Badge>;
}
