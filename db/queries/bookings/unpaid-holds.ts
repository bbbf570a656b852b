import type { CivilDate } from '#shared/civil-date.ts';
import type { GuardedWrite } from '../../change.ts';
import type { Queries } from '../../tables.ts';

/** The holder of customers' holds, which aren't counted. */
export const CUSTOMER = 'customer';

export type HoldRefusal = 'too-many-holds' | 'holds-full';

export interface HoldLimit {
  readonly refusal: HoldRefusal;
  readonly most: number;
}

export interface NewHold {
  readonly booking: string;
  readonly date: CivilDate;
  /** Whom it counts for: a hash of a network, or `CUSTOMER`. */
  readonly holder: string;
  /** In milliseconds. */
  readonly until: number;
  /** The browser's hold before. */
  readonly replaces: string | null;
}

/** A paid hold no longer counts. */
export function endCount(db: Queries, booking: string): GuardedWrite {
  return { query: db.deleteFrom('unpaid_holds').where('booking', '=', booking).compile() };
}

export function deleteEndedHolds(db: Queries, now: number): GuardedWrite {
  return { query: db.deleteFrom('unpaid_holds').where('until', '<=', now).compile() };
}

/** What the browser of a hold holds now, and for whom it counts; null if it doesn't. */
export async function latestHold(
  db: Queries,
  booking: string,
): Promise<{ readonly booking: string; readonly holder: string | null }> {
  const found = db.selectFrom('unpaid_holds').select(['holder', 'successor']).where('booking', '=', booking);
  const { holder, successor } = (await found.executeTakeFirst()) ?? { holder: null, successor: null };
  return successor === null ? { booking, holder } : latestHold(db, successor);
}

/** Unpaid holds that count for this holder, or for all strangers. */
function countedFor(db: Queries, refusal: HoldRefusal, holder: string, now: number) {
  const standing = db
    .selectFrom('unpaid_holds')
    .where('until', '>', now)
    // Not released since. A replaced hold stands until its checkout is closed.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sold_units')
          .select('unit')
          .whereRef('sold_units.date', '=', 'unpaid_holds.date')
          .whereRef('sold_units.booking', '=', 'unpaid_holds.booking'),
      ),
    );
  return standing.where('holder', refusal === 'holds-full' ? '<>' : '=', refusal === 'holds-full' ? CUSTOMER : holder);
}

/** When the first of these holds ends, in milliseconds; null if there is none. */
export async function firstEnd(db: Queries, refusal: HoldRefusal, holder: string, now: number): Promise<number | null> {
  const ends = countedFor(db, refusal, holder, now).select(({ fn }) => fn.min('until').as('first'));
  return (await ends.executeTakeFirstOrThrow()).first;
}

/**
 * Counts a hold in the transaction that adds it, without the hold that it replaces. Refuses a limit's refusal, and `overtaken` if
 * another hold has replaced the same one.
 */
export function countHold(
  db: Queries,
  { replaces, ...hold }: NewHold,
  limits: readonly HoldLimit[],
  now: number,
): GuardedWrite[] {
  const { holder, until, booking, date } = hold;
  const replace = db
    .insertInto('unpaid_holds')
    .values({ booking: replaces ?? '', date, holder, until, replaced: 1, successor: booking })
    .onConflict((conflict) =>
      conflict
        .column('booking')
        // As long as the successor: a browser that missed the response still names the replaced hold.
        .doUpdateSet({ replaced: 1, successor: booking, until })
        .where('unpaid_holds.replaced', '=', 0),
    );
  const add = db.insertInto('unpaid_holds').values({ ...hold, replaced: 0 });
  return [
    ...(replaces === null ? [] : [{ query: replace.compile(), expectedRows: 1, refusal: 'overtaken' } as const]),
    { query: add.compile() },
    ...limits.map(({ refusal, most }) => {
      const others = countedFor(db, refusal, holder, now).where('booking', '<>', replaces ?? '');
      const count = others.select(({ fn }) => fn.countAll<number>().as('count'));
      const check = db
        .updateTable('unpaid_holds')
        .set({ replaced: 0 })
        .where('booking', '=', booking)
        .where((eb) => eb(eb.val(most), '>=', count));
      return { query: check.compile(), expectedRows: 1, refusal } as const;
    }),
  ];
}
