import type { Cause } from '#db/change.ts';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookingById, unrecordedVisits as rowsOf } from '#db/queries/bookings/bookings.ts';
import { firstWaiting } from '#db/queries/jobs.ts';
import { type AttentionRow, attentionItem, dismissedAttention, listedAttention } from '#db/queries/owner/attention.ts';
import type { MailReturn } from '#events/mail.ts';
import { hasStarted } from '#events/booking/changing.ts';
import type { BusinessTime } from '#events/business-time.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { attentionStream, dismissAttention, restoreAttention } from '#events/attention.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AttentionItem, BackupTrouble, Dismissal, NeedsAttention } from '#shared/owner/needs-attention.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { senderWarning } from '../outside/mail/resend.ts';
import type { WatchedWebhooks } from '../outside/webhooks/watched-webhooks.ts';
import type { Config } from '../process/config.ts';
import { customerOf } from './near-visits.ts';
import { dismissJob, dismissedItems, isJob, parkedItems, restoreJob } from './parked-jobs.ts';
import { momentOf } from '../bookings/access/of-account.ts';

const MAIL_KINDS = ['mail', 'account-mail', 'parked-letter'];

/** How long mail or a webhook message may wait before the owner is told. */
const LATE_AFTER_MS = 5 * 60_000;

const LISTED = 50;
const DISMISSED = 20;

/** A refund's row has the payment's id behind the booking's. */
function paymentOf({ id, booking }: AttentionRow): string {
  return id.slice(`refund-${booking}:`.length);
}

/** Null for a late cancellation whose time has begun, because the record that it is final follows within hours. */
function itemOf(row: AttentionRow, booking: BookingRow | undefined, time: BusinessTime): AttentionItem | null {
  const { id, kind, booking: eventId, failures, reason, since, amount, due } = row;
  const customer = booking ? customerOf(booking) : null;
  const item = { id, eventId, since, customer };
  const failure = { ...item, failures, reason: reason ?? '' };
  switch (kind) {
    case 'refund':
      return { ...failure, kind, payment: paymentOf(row), cents: amount ?? 0 };
    case 'dispute':
      return { ...item, kind, cents: amount ?? 0, reason: reason ?? '', due };
    case 'owed':
      return { ...item, kind, payment: paymentOf(row), cents: amount ?? 0 };
    case 'bounce':
      return customer && { ...item, kind, how: reason as MailReturn, customer };
    case 'forfeit': {
      if (!booking || hasStarted({ date: booking.date, units: unitsOf(booking.claim) }, time)) return null;
      const { date, claim, captured, refunding, method } = booking;
      const cents = captured - refunding;
      return { ...item, kind, slot: { date, claim }, cents, isPaidOutside: method === 'owner' };
    }
  }
}

interface ByAdmin {
  readonly item: string;
  readonly by: string;
}

async function openItem({ store }: Pick<BookingDependencies, 'store'>, id: string): Promise<AttentionRow> {
  const item = await attentionItem(store.db, id);
  if (!item) throw new Rejected('already-settled');
  return item;
}

/** Throws `Rejected` with `already-settled` for a settled or unknown item. */
export async function dismiss(
  reader: Pick<BookingDependencies, 'store' | 'clock'>,
  { item, by, reason }: ByAdmin & { readonly reason: Dismissal },
  cause: Cause,
): Promise<void> {
  if (isJob(item)) return dismissJob(reader, { item, by, reason }, cause);
  const { dismissed } = await openItem(reader, item);
  if (dismissed !== null) return;
  await reader.store.change({
    streams: { attention: attentionStream(item) },
    decide: () => dismissAttention(reason, by),
    cause,
  });
}

/** Throws `Rejected` as `dismiss` does. */
export async function restore(
  reader: Pick<BookingDependencies, 'store' | 'clock'>,
  { item, by }: ByAdmin,
  cause: Cause,
): Promise<void> {
  if (isJob(item)) return restoreJob(reader, item, cause);
  await openItem(reader, item);
  await reader.store.change({
    streams: { attention: attentionStream(item) },
    decide: (states) => restoreAttention(states, by),
    cause,
  });
}

/** What is not settled: visits, refunds, mails and messages, late cancellations, backup, disk. */
export async function needsAttention(
  reader: Pick<BookingDependencies, 'store' | 'clock' | 'config'> & {
    readonly backup: { view(): BackupTrouble | null };
    readonly webhooks: Pick<WatchedWebhooks, 'failureOf'>;
    readonly config: Pick<Config, 'mail'>;
  },
): Promise<NeedsAttention> {
  const { db } = reader.store;
  const time = businessTime(reader);
  const shown = async (rows: readonly AttentionRow[]) => {
    const known = await Promise.all(
      rows.map(async (row) => ({ row, item: itemOf(row, await bookingById(db, row.booking), time) })),
    );
    return known.flatMap(({ row, item }) => (item === null ? [] : [{ row, item }]));
  };
  const late = async (kinds: readonly string[]) => {
    const first = await firstWaiting(db, kinds);
    return first && time.now - first.since >= LATE_AFTER_MS ? first : null;
  };
  const [{ rows, total }, parked, dismissed, dismissedParked, mail, webhook, unrecorded] = await Promise.all([
    listedAttention(db, LISTED),
    parkedItems(reader, LISTED),
    dismissedAttention(db, DISMISSED),
    dismissedItems(reader, DISMISSED),
    late(MAIL_KINDS),
    late(['webhook']),
    unrecordedVisits(reader),
  ]);
  const listed = (await shown(rows)).map(({ item }) => item);
  const shownDismissed = (await shown(dismissed)).map(({ row, item }) => {
    return { item, reason: row.dismissed!, at: row.dismissed_at! };
  });
  return {
    ...unrecorded,
    writeRefusal: reader.store.writeRefusal,
    sender: senderWarning(reader.config),
    backup: reader.backup.view(),
    lateMail: mail && { since: mail.since, failures: mail.failures },
    lateWebhooks: webhook && {
      waiting: webhook.waiting,
      since: webhook.since,
      failures: webhook.failures,
      reason: reader.webhooks.failureOf(webhook.key) ?? '',
    },
    items: [...listed, ...parked.items].toSorted((one, other) => one.since - other.since).slice(0, LISTED),
    total: total + parked.total - (rows.length - listed.length),
    dismissed: [...shownDismissed, ...dismissedParked].toSorted((one, other) => other.at - one.at).slice(0, DISMISSED),
  };
}

const LISTED_UNRECORDED = 20;

/** Visits that are over without a recorded outcome. */
async function unrecordedVisits(
  reader: Pick<BookingDependencies, 'store' | 'clock' | 'config'>,
): Promise<Pick<NeedsAttention, 'unrecorded' | 'unrecordedTotal'>> {
  const { rows, total } = await rowsOf(reader.store.db, momentOf(reader), LISTED_UNRECORDED);
  const unrecorded = rows.map((row) => ({
    eventId: row.id,
    date: row.date,
    claim: row.claim,
    customer: customerOf(row),
  }));
  return { unrecorded, unrecordedTotal: total };
}
