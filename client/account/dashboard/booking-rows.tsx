import { Link } from '@tanstack/react-router';
import { ownCalendarPath } from '#shared/booking/calendar-path.ts';
import { shortDate } from '#shared/civil-date.ts';
import { freeUntil } from '#shared/booking/notice-policy.ts';
import { claimHours } from '#shared/booking/hours.ts';
import {
  type BookingSummary,
  whyLost,
  type BookingFilter,
  type DashboardCards,
  type RefundProgress,
} from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import {
  Badge,
  type BadgeTone,
  buttonClass,
  ButtonLink,
  PrimaryLink,
  loneLinkClass,
  EmptyState,
  Bar,
} from '../../components/page.tsx';
import { stateName, refundNote } from '../../wording/booking-states.ts';
import type { SessionUser } from '#shared/account/account.ts';
import { CommandButton } from '../forms/commands.tsx';
import { Notice } from '../../components/notices/notice.tsx';
import { queryOptions } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import { lookAgainMs } from '../../shell/query/query-client.ts';

interface Parts {
  readonly rows: readonly BookingSummary[];
  readonly ifNone: { readonly title: string; readonly text: string };
}

export function BookingRows({ rows, ifNone }: Parts) {
  return rows.length === 0 ? (
    <EmptyState title={ifNone.title} action={<PrimaryLink to="/book">See open times</PrimaryLink>}>
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
        <ButtonLink to="/booking/$eventId" params={{ eventId }} hash="change" aria-label={named('Move or cancel')}>
          Move or cancel
        </ButtonLink>
      );
    case 'add-to-calendar':
      return (
        <a href={ownCalendarPath(eventId)} className={buttonClass()} aria-label={named('Add to calendar')}>
          Add to calendar
        </a>
      );
    case 'receipt':
      return (
        <ButtonLink to="/booking/$eventId/receipt" params={{ eventId }} aria-label={named('Receipt')}>
          Receipt
        </ButtonLink>
      );
    case 'book-again':
      return (
        <ButtonLink to="/book" search={{ service }} aria-label={named(again)}>
          {again}
        </ButtonLink>
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

export function GuestBookings({ user }: { readonly user: SessionUser }) {
  if (user.emailVerified) {
    return (
      <p className="max-w-prose text-sm text-pencil">
        Visits you booked with <span>{user.email}</span> without signing in are here, too. Used another address? Open
        that visit from the link in our email.
      </p>
    );
  }
  return (
    <Notice tone="caution" title="Your email address isn’t confirmed yet">
      <p className="mb-3 max-w-prose">
        Visits booked with <span>{user.email}</span> without signing in don’t show up here until you confirm the
        address: open the link in our email. Until then, each visit opens from the link in its own email.
      </p>
      <CommandButton command="resendVerification" input={{}}>
        Send that email again
      </CommandButton>
    </Notice>
  );
}

function refundsOf({ refundingCents, refundedCents, failingCents }: DashboardCards['money']): RefundProgress[] {
  return [refundingCents > refundedCents + failingCents ? 'requested' : 'none', failingCents > 0 ? 'failed' : 'none'];
}

export function dashboardQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => rpc.dashboard(undefined, { signal }),
    refetchInterval: ({ state: { data } }) => (data ? lookAgainMs(refundsOf(data.cards.money)) : false),
  });
}

export function bookingsQuery(rpc: AppRpc, filter: BookingFilter, page: number) {
  return queryOptions({
    queryKey: ['bookings', filter, page],
    queryFn: ({ signal }) => rpc.bookings({ filter, page }, { signal }),
    refetchInterval: ({ state: { data } }) => lookAgainMs(data?.rows.map(({ refund }) => refund) ?? []),
  });
}
