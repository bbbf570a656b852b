import type { Kysely } from 'kysely';
import type { DayEvent } from '#events/day.ts';
import type { Recorded } from '#events/event.ts';
import type { HistoryLine } from '#shared/managed-booking.ts';
import type { Unit } from '#shared/session-type.ts';
import type { Projection } from './projection.ts';

/** What has been filled again of a late cancellation. */
export interface RefillRow {
  /** Of the booking. */
  readonly id: string;
  /** JSON array of the units that are not filled again. */
  readonly waiting: string;
  /** `HalfRefilled` as JSON, once one half was; null when all of it was filled again at once, or nothing yet. */
  readonly half: string | null;
}

/** One half of a day was filled again while the other was not. */
export type HalfRefilled = Extract<HistoryLine, { kind: 'half-refilled' }>;

type Considered = Recorded<Extract<DayEvent, { type: 'UnitsForfeited' | 'UnitsRefilled' }>>;

const CONSIDERED: ReadonlySet<string> = new Set<Considered['type']>(['UnitsForfeited', 'UnitsRefilled']);

/** Late cancellations as their days tell of them: their own streams say only that all of a time was filled again. */
export const refills: Projection<RefillRow> = {
  name: 'refills',
  version: 1,
  columns: { id: 'TEXT PRIMARY KEY', waiting: 'TEXT NOT NULL', half: 'TEXT' },
  rowIsStream: false,
  isPersonal: false,
  concerns: (event) => CONSIDERED.has(event.type),
  keyOf: (event) => (event as Considered).data.booking,
  evolve(row, recorded) {
    const event = recorded as Considered;
    const { booking: id, units } = event.data;
    if (event.type === 'UnitsForfeited') return { id, waiting: JSON.stringify(units), half: null };
    if (!row) throw new Error('UnitsRefilled of a booking that was never forfeited');
    const waiting = (JSON.parse(row.waiting) as Unit[]).filter((unit) => !units.includes(unit));
    const [unit] = units;
    if (!unit || waiting.length === 0) return { ...row, waiting: '[]' };
    const by = event.data.by === null ? 'closure' : 'sale';
    const half: HalfRefilled = { at: event.at, kind: 'half-refilled', unit, by };
    return { id, waiting: JSON.stringify(waiting), half: JSON.stringify(half) };
  },
};

interface ReadTables {
  refills: RefillRow;
}

/** That half of a booking's day was filled again before the other was; null when it was not. */
export async function refilledHalf(db: Kysely<ReadTables>, booking: string): Promise<HalfRefilled | null> {
  const row = await db.selectFrom('refills').select('half').where('id', '=', booking).executeTakeFirst();
  return row?.half ? (JSON.parse(row.half) as HalfRefilled) : null;
}
