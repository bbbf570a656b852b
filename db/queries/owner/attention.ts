/** What needs the owner beside parked jobs, until it is settled. */
import { type RawBuilder, sql } from 'kysely';
import type { Dismissal } from '#shared/owner/needs-attention.ts';
import type { Queries } from '../../tables.ts';

interface OpenItem {
  readonly id: string;
  readonly kind: 'refund' | 'dispute' | 'owed' | 'bounce' | 'forfeit';
  readonly booking: string;
  readonly since: number;
  /** Cents to refund, or disputed. */
  readonly amount: number | null;
  readonly failures: number;
  readonly reason: string | null;
  readonly due: number | null;
  readonly opened: number;
}

export interface AttentionRow extends OpenItem {
  readonly dismissed: Dismissal | null;
  readonly dismissed_at: number | null;
}

/** A booking has at most one item for returned mail, and none once its visit's outcome is recorded. */
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

/** A dismissal is valid only for what the item was about then, such as an address. */
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

export function dismissedAttention(db: Queries, limit: number): Promise<AttentionRow[]> {
  return openItems(db)
    .where('dismissed_at', 'is not', null)
    .orderBy('dismissed_at', 'desc')
    .orderBy('items.id')
    .limit(limit)
    .execute();
}
