import type { Head } from '../log/hash-chain.ts';
import type { Queries } from '../tables.ts';

/** The end of the log; null when it is empty. */
export async function logHead(db: Queries): Promise<Head | null> {
  const last = db.selectFrom('events').select(['position', 'hash']).orderBy('position', 'desc').limit(1);
  return (await last.executeTakeFirst()) ?? null;
}

/** The instant of the first event after an instant, in milliseconds; null when there is none. Reads backwards from the end. */
export async function firstEventAfter(db: Queries, instant: number): Promise<number | null> {
  const before = db
    .selectFrom('events')
    .select('position')
    .where('at', '<=', instant)
    .orderBy('position', 'desc')
    .limit(1);
  const { position = 0 } = (await before.executeTakeFirst()) ?? {};
  const after = db.selectFrom('events').select('at').where('position', '>', position).orderBy('position').limit(1);
  return (await after.executeTakeFirst())?.at ?? null;
}
