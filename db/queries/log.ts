import { sql } from 'kysely';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { decode } from '../log/codec.ts';
import type { EventRow, Head } from '../log/hash-chain.ts';
import type { Queries } from '../tables.ts';

export async function logHead(db: Queries): Promise<Head | null> {
  const last = db.selectFrom('events').select(['position', 'hash']).orderBy('position', 'desc').limit(1);
  return (await last.executeTakeFirst()) ?? null;
}

export function rowsAfter(db: Queries, position: number, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

async function instantAt(db: Queries, position: number): Promise<number | null> {
  const event = await db.selectFrom('events').select('at').where('position', '=', position).executeTakeFirst();
  return event?.at ?? null;
}

/** The last position before an instant; 0 for none. Instants rise with positions, but for corrections of the clock. */
export async function lastBefore(db: Queries, instant: number): Promise<number> {
  let low = 0;
  let high = (await logHead(db))?.position ?? 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (((await instantAt(db, middle)) ?? Infinity) < instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

export async function firstEventAfter(db: Queries, instant: number): Promise<number | null> {
  return instantAt(db, (await lastBefore(db, instant + 1)) + 1);
}

export interface LogFilter {
  readonly type?: string | undefined;
  readonly stream?: string | undefined;
  readonly after?: number;
  readonly before?: number;
}

export interface PageEvent {
  readonly version: number;
  /** Personal data stays encrypted. */
  readonly event: Recorded<DomainEvent>;
}

export async function logPage(
  db: Queries,
  { type, stream, after = 0, before = Number.MAX_SAFE_INTEGER }: LogFilter,
  limit: number,
): Promise<PageEvent[]> {
  const events = db.selectFrom('events').selectAll().limit(limit);
  // A stream's index has its events in order; the expressions keep the planner from another index.
  const [place, kind] = stream === undefined ? (['position', 'type'] as const) : [sql`position + 0`, sql`type || ''`];
  const page = (stream === undefined ? events : events.where('stream', '=', stream))
    .$if(type !== undefined, (query) => query.where(kind, '=', type))
    .where(place, '>', after)
    .where(place, '<', before)
    .orderBy(stream === undefined ? 'position' : 'revision', 'desc');
  return (await page.execute()).map((row) => ({ version: row.version, event: decode(row) }));
}
