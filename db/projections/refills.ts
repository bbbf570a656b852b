import type { HistoryLine } from '#shared/booking/managed-booking.ts';
import type { Unit } from '#shared/booking/session-type.ts';
import { type RowOf, key, text, textOrNull, type TableOf, projection } from './projection.ts';

/** History entry: one half of a day was refilled while the other was not. */
export type HalfRefilled = Extract<HistoryLine, { kind: 'half-refilled' }>;

const columns = {
  /** Id of the booking. */
  id: key<string>(),
  /** JSON array of the units that are not refilled. */
  waiting: text<string>(),
  /** `HalfRefilled` as JSON, once one half was refilled; null when all of it was refilled at once, or none yet. */
  half: textOrNull<string>(),
};

/** The refilled part of a forfeited booking. */
export type RefillRow = RowOf<typeof columns>;

/** Forfeitures as the streams of their days record them: a booking's own stream records only that all its units were refilled. */
export const refills = projection({
  name: 'refills',
  columns,
  keyOf: ({ data }) => data.booking,
  first: {
    UnitsForfeited: ({ data: { booking: id, units } }) => ({ id, waiting: JSON.stringify(units), half: null }),
  },
  on: {
    UnitsRefilled(row, { at, data: { units, by } }) {
      const waiting = (JSON.parse(row.waiting) as Unit[]).filter((unit) => !units.includes(unit));
      const [unit] = units;
      if (!unit || waiting.length === 0) return { ...row, waiting: '[]' };
      const half: HalfRefilled = { at, kind: 'half-refilled', unit, by: by === null ? 'closure' : 'sale' };
      return { ...row, waiting: JSON.stringify(waiting), half: JSON.stringify(half) };
    },
  },
});

/** The history entry for a half of a booking's day that was refilled before the other; null when there is none. */
export async function refilledHalf(db: TableOf<typeof refills>, booking: string): Promise<HalfRefilled | null> {
  const row = await db.selectFrom('refills').select('half').where('id', '=', booking).executeTakeFirst();
  return row?.half ? (JSON.parse(row.half) as HalfRefilled) : null;
}
