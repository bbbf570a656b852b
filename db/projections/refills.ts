import type { Unit } from '#shared/booking/session-type.ts';
import { integerOrNull, key, text, projection } from './projection.ts';

const columns = {
  id: key<string>(),
  waiting: text<string>(),
  /** In milliseconds; null once its payment was refunded or is kept for good. */
  open_since: integerOrNull(),
};

/** From the streams of days: a booking's own stream records only that all its units were refilled. */
export const refills = projection({
  name: 'refills',
  columns,
  indexes: ['CREATE INDEX refills_open ON refills (open_since) WHERE open_since IS NOT NULL'],
  keyOf: ({ data }) => data.booking,
  create: {
    UnitsForfeited: ({ at, data: { booking: id, units } }) => ({
      id,
      waiting: JSON.stringify(units),
      open_since: at,
    }),
  },
  update: {
    UnitsRefilled(row, { data: { units } }) {
      const waiting = (JSON.parse(row.waiting) as Unit[]).filter((unit) => !units.includes(unit));
      return { ...row, waiting: JSON.stringify(waiting), open_since: waiting.length === 0 ? null : row.open_since };
    },
    ForfeitureEnded: (row) => ({ ...row, open_since: null }),
  },
});
