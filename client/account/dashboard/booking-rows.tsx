import { Link } from '@tanstack/react-router';
import { ownCalendarPath } from '#shared/booking/calendar-path.ts';
import { shortDate } from '#shared/civil-date.ts';
import { freeUntil } from '#shared/booking/free-changes-words.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { type BookingSummary, whyLost } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/notices/empty-state.tsx';
import { Bar } from '../../components/skeleton.tsx';
import { loneLinkClass } from '../../components/text-link.tsx';
import { stateName, refundNote } from '../../wording/booking-states.ts';

interface Parts {
  readonly rows: readonly BookingSummary[];
  readonly ifNone: { readonly title: string; readonly text: string };
}

export function BookingRows({ rows, ifNone }: Parts) {
  return rows.length === 0 ? (
    <EmptyState
      title={ifNone.title}
      action={
        <Link to="/book" className={buttonClass('primary')}>
          See open times
        </Link>
      }
    >
      {ifNone.text}
    </EmptyState>
  ) : (
    <ul className="border-b border-line">
      {rows.map((row) => (
        <Row key={row.eventId} booking={row} />
      ))}
    </ul>
  );
}

const GRID =
  'grid gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_12.5rem] sm:items-center';

function Row({ booking }: { readonly booking: BookingSummary }) {
  const { eventId, service, date, claim, area } = booking;
  return (
    <li className={GRID}>
      <div className="min-w-0">
        <h3 className="text-xl">
          <Link
            to="/booking/$eventId"
            params={{ eventId }}
            className="inline-flex min-h-8 items-center underline decoration-edge underline-offset-4 hover:text-accent-strong"
          >
            <span>{shortDate(date)}</span>
            {booking.isUpcoming ? null : <span>{`, ${date.slice(0, 4)}`}</span>}
          </Link>
        </h3>
        <p className="text-sm text-pencil">{`${claimHours(claim)}, ${area}`}</p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span>
            <span>{SESSION_TYPES[service].label}</span>,{' '}
            <span className="tabular-nums">{formatCents(booking.paidCents)}</span>
          </span>
          <Badge tone={toneOf(booking)}>{stateName({ ...booking, money: booking })}</Badge>
        </p>
        <p className="text-sm text-pencil">{note(booking)}</p>
      </div>
      <div className="sm:text-right">
        <NextAction booking={booking} />
        {booking.canCorrect ? (
          <p className="mt-1 text-sm">
            <Link
              to="/booking/$eventId/details"
              params={{ eventId }}
              className={loneLinkClass}
              aria-label={`Correct details, ${shortDate(date)}`}
            >
              Correct details
            </Link>
          </p>
        ) : null}
      </div>
    </li>
  );
}

function toneOf({ state, refund, isUpcoming }: BookingSummary): BadgeTone {
  if (state === 'confirmed' && !isUpcoming) return 'plain';
  if (refund === 'failed' || state === 'forfeited' || state === 'no-show') return 'caution';
  return state === 'confirmed' || state === 'completed' || refund === 'succeeded' ? 'done' : 'plain';
}

function note(booking: BookingSummary): string {
  const { isUpcoming, state, freeChangesThrough, today, next } = booking;
  if (state === 'confirmed' && isUpcoming) {
    return next === 'change' && freeChangesThrough
      ? `Free changes ${freeUntil(freeChangesThrough, today)}.`
      : 'Too late for free changes.';
  }
  return refundNote(booking);
}

/** For screen readers that list links alone. */
function NextAction({ booking }: { readonly booking: BookingSummary }) {
  const { eventId, service, date, next } = booking;
  const again = whyLost(booking.state, booking.reason) ? 'Pick another time' : 'Book again';
  const named = (action: string) => `${action}, ${shortDate(date)}`;
  switch (next) {
    case 'change':
      return (
        <Link
          to="/booking/$eventId"
          params={{ eventId }}
          hash="change"
          className={buttonClass()}
          aria-label={named('Move or cancel')}
        >
          Move or cancel
        </Link>
      );
    case 'add-to-calendar':
      return (
        <a href={ownCalendarPath(eventId)} className={buttonClass()} aria-label={named('Add to calendar')}>
          Add to calendar
        </a>
      );
    case 'receipt':
      return (
        <Link
          to="/booking/$eventId/receipt"
          params={{ eventId }}
          className={buttonClass()}
          aria-label={named('Receipt')}
        >
          Receipt
        </Link>
      );
    case 'book-again':
      return (
        <Link to="/book" search={{ service }} className={buttonClass()} aria-label={named(again)}>
          {again}
        </Link>
      );
  }
}

export function BookingRowsSkeleton() {
  return (
    <div aria-hidden="true" className="border-b border-line">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} data-skeleton="row" className={GRID}>
          <Bar className="h-7 w-2/3" />
          <Bar className="h-5 w-1/2" />
          <Bar className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}
