import type { HistoryLine } from '#shared/managed-booking.ts';
import type { Unit } from '#shared/session-type.ts';
import { type RowOf, key, text, textOrNull } from './columns.ts';
import { type TableOf, projection } from './projection.ts';

/** One half of a day was filled again while the other was not. */
export type HalfRefilled = Extract<HistoryLine, { kind: 'half-refilled' }>;

const columns = {
  /** Of the booking. */
  id: key<string>(),
  /** JSON array of the units that are not filled again. */
  waiting: text<string>(),
  /** `HalfRefilled` as JSON, once one half was; null when all of it was filled again at once, or nothing yet. */
  half: textOrNull<string>(),
};

/** What has been filled again of a late cancellation. */
export type RefillRow = RowOf<typeof columns>;

/** Late cancellations as their days tell of them: their own streams say only that all of a time was filled again. */
export const refills = projection({
  name: 'refills',
  version: 1,
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

/** That half of a booking's day was filled again before the other was; null when it was not. */
export async function refilledHalf(db: TableOf<typeof refills>, booking: string): Promise<HalfRefilled | null> {
  const row = await db.selectFrom('refills').select('half').where('id', '=', booking).executeTakeFirst();
  return row?.half ? (JSON.parse(row.half) as HalfRefilled) : null;
}
