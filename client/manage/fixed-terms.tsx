import { shortDate } from '#shared/civil-date.ts';
import { fixedWords } from '#shared/booking/notice-policy.ts';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';

/** `Half day, Tue, Mar 9, 7:00 am to noon.`, and its terms. */
export function VisitTerms({ booking }: { readonly booking: ManagedBooking }) {
  return (
    <span>
      <span>{SESSION_TYPES[booking.service].label}</span>, <span>{slotWords(booking)}</span>.
      <FixedTerms booking={booking} />
    </span>
  );
}

/** For pages that have no room for more. */
export function FixedTerms({ booking }: { readonly booking: ManagedBooking }) {
  const { receipt, freeChangesThrough, policy, now, today } = booking;
  if (policy === null) return null;
  const isOver = now.cancel === null || (freeChangesThrough !== null && freeChangesThrough < today);
  const terms = { priceCents: receipt.cents, freeChangesThrough, policy, isOver };
  return <span className="mt-1.5 block text-sm">{fixedWords(terms, shortDate)}</span>;
}
