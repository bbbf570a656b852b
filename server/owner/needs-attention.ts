import type { Cause } from '#db/change.ts';
import { type AttentionRow, openAttention } from '#db/projections/attention.ts';
import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { type MailCause, mailStream, retryMail } from '#events/mail.ts';
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

/** Sends a mail again that could not be sent, for the owner. Does nothing when it is on its way again already. */
export async function sendAgain(
  { store }: Pick<BookingDependencies, 'store'>,
  { failure, by }: { readonly failure: string; readonly by: string },
  cause: Cause,
): Promise<void> {
  const row = await store.shownQueries().attention.row(failure);
  const { event = null, role = null } = row ?? {};
  if (event === null || role === null) return;
  await store.change({ streams: { mail: mailStream(event) }, decide: (states) => retryMail(states, role, by), cause });
}

/** Failed refunds and mails that could not be sent, oldest first. */
export async function needsAttention({ store }: Pick<BookingDependencies, 'store'>): Promise<readonly AttentionItem[]> {
  const { attention, bookings } = store.shownQueries();
  const open = await openAttention(attention);
  return Promise.all(open.map(async (failure) => itemOf(failure, await bookingById(bookings, failure.booking))));
}
