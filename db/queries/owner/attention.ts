/** What needs the owner beside parked jobs, each until it is settled. */
import { type RawBuilder, sql } from 'kysely';
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import type { Queries } from '../../tables.ts';

interface OpenItem {
  readonly id: string;
  /** `owed`: the owner has to give it back, as it was paid outside of the payment provider. */
  readonly kind: 'refund' | 'dispute' | 'owed' | 'bounce' | 'forfeit';
  readonly booking: string;
  readonly since: number;
  /** Cents to refund, or disputed; null for any other. */
  readonly amount: number | null;
  readonly failures: number;
  /** Why a refund failed last, a payment is disputed or a mail came back; null for any other. */
  readonly reason: string | null;
  /** Until when the owner can answer a dispute; null for any other. */
  readonly due: number | null;
  /** Position of the event that says that the first mail came back; 0 for any other. */
  readonly opened: number;
}

/** Instants are milliseconds. */
export interface AttentionRow extends OpenItem {
  /** Why the owner dismissed it, and when; null while it is listed. */
  readonly dismissed: Dismissal | null;
  readonly dismissed_at: number | null;
}

/** A booking has one returned mail, however many come back. Those before its visit's outcome was recorded no longer matter. */
const OPEN: RawBuilder<OpenItem> = sql`(
  SELECT CASE open WHEN 'dispute' THEN 'dispute-' ELSE 'refund-' END || id AS id, open AS kind, booking,
    open_since AS since, amount, failures, reason, due, 0 AS opened
  FROM ${sql.table('payments')} WHERE open IS NOT NULL
  UNION ALL
  SELECT 'forfeit-' || id, 'forfeit', id, open_since, NULL, 0, NULL, NULL, 0
  FROM ${sql.table('refills')} WHERE open_since IS NOT NULL
  UNION ALL
  SELECT 'bounce-' || booking, 'bounce', booking, at, NULL, 0, kind, NULL, position FROM (
    SELECT bounces.*, row_number() OVER (PARTITION BY booking ORDER BY position) AS nth
    FROM ${sql.table('bounces')} AS bounces JOIN ${sql.table('bookings')} AS bookings ON bookings.id = bounces.booking AND bookings.email_key = bounces.email_key
    WHERE bookings.status NOT IN ('completed', 'no-show') OR bounces.at > bookings.changed_at
  ) AS returned WHERE nth = 1
)`;

/** Open items. A dismissal holds for what the item was about then, such as an address that was corrected since. */
function openItems(db: Queries) {
  return db
    .selectFrom(OPEN.as('items'))
    .leftJoin('dismissals', (join) => join.onRef('item', '=', 'items.id').onRef('position', '>', 'opened'))
    .selectAll('items')
    .select(['dismissed', 'dismissed_at']);
}

export function attentionItem(db: Queries, id: string): Promise<AttentionRow | undefined> {
  return openItems(db).where('items.id', '=', id).executeTakeFirst();
}

/** Items that are not dismissed, oldest first, as many as `limit`; and how many there are. */
export async function listedAttention(
  db: Queries,
  limit: number,
): Promise<{ readonly rows: AttentionRow[]; readonly total: number }> {
  const listed = openItems(db).where('dismissed_at', 'is', null);
  const { total } = await listed
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await listed.orderBy('since').orderBy('items.id').limit(limit).execute();
  return { rows, total };
}

/** Dismissed items, the last dismissed first. */
export function dismissedAttention(db: Queries, limit: number): Promise<AttentionRow[]> {
  return openItems(db)
    .where('dismissed_at', 'is not', null)
    .orderBy('dismissed_at', 'desc')
    .orderBy('items.id')
    .limit(limit)
    .execute();
}
