import type { HistoryLine } from '#shared/booking/managed-booking.ts';
import type { Unit } from '#shared/booking/session-type.ts';
import { type RowOf, integerOrNull, key, text, textOrNull, projection } from './projection.ts';

/** History entry: one half of a day was refilled while the other was not. */
export type HalfRefilled = Extract<HistoryLine, { kind: 'half-refilled' }>;

const columns = {
  /** Id of the booking. */
  id: key<string>(),
  /** JSON array of the units that are not refilled. */
  waiting: text<string>(),
  /** `HalfRefilled` as JSON, once one half was refilled; null when all of it was refilled at once, or none yet. */
  half: textOrNull<string>(),
  /** When it was forfeited, in milliseconds; null once its payment went back or is kept for good. */
  open_since: integerOrNull(),
};

/** The refilled part of a forfeited booking. */
export type RefillRow = RowOf<typeof columns>;

/** Forfeitures as the streams of their days record them: a booking's own stream records only that all its units were refilled. */
export const refills = projection({
  name: 'refills',
  columns,
  indexes: ['CREATE INDEX refills_open ON refills (open_since) WHERE open_since IS NOT NULL'],
  keyOf: ({ data }) => data.booking,
  first: {
    UnitsForfeited: ({ at, data: { booking: id, units } }) => ({
      id,
      waiting: JSON.stringify(units),
      half: null,
      open_since: at,
    }),
  },
  on: {
    UnitsRefilled(row, { at, data: { units, by } }) {
      const waiting = (JSON.parse(row.waiting) as Unit[]).filter((unit) => !units.includes(unit));
      const [unit] = units;
      if (!unit || waiting.length === 0) return { ...row, waiting: '[]', open_since: null };
      const half: HalfRefilled = { at, kind: 'half-refilled', unit, by: by === null ? 'closure' : 'sale' };
      return { ...row, waiting: JSON.stringify(waiting), half: JSON.stringify(half) };
    },
    ForfeitureEnded: (row) => ({ ...row, open_since: null }),
  },
});
