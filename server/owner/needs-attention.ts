import { type AttentionRow, openAttention } from '#db/projections/attention.ts';
import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import type { MailCause } from '#events/mail.ts';
import type { AttentionItem } from '#shared/owner/needs-attention.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { tellsOf } from '../bookings/letters/index.ts';
import { customerOf } from './visit-customer.ts';

function itemOf(failure: AttentionRow, booking: BookingRow | undefined): AttentionItem {
  const { id, booking: eventId, failures, reason, since, amount, role, cause } = failure;
  const customer = booking ? customerOf(booking) : null;
  const fact = { id, eventId, failures, reason: reason ?? '', since: since ?? 0, customer };
  if (failure.kind === 'refund') return { ...fact, kind: 'refund', cents: amount ?? 0 };
  return { ...fact, kind: 'mail', to: role ?? 'customer', tells: tellsOf(cause as MailCause) };
}

/** Failed refunds and mails that could not be sent, oldest first. */
export async function needsAttention({ store }: Pick<BookingDependencies, 'store'>): Promise<readonly AttentionItem[]> {
  const { attention, bookings } = store.shownQueries();
  const open = await openAttention(attention);
  return Promise.all(open.map(async (failure) => itemOf(failure, await bookingById(bookings, failure.booking))));
}
