/**
 * Finds the row at a place far down in a sorted index. SQLite passes every row before it, in 5 ms for 50,000; a ladder of rungs a thousand rows
 * apart is made once, by passing all in 10 to 35 ms, and leads near each place from then on.
 */
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** About how many rows one rung is from the next. */
const STEP = 1000;

/** So many rows from a place on are read to count those that are equal to its first. */
const ALIKE = 200;

/** A value of the sorted column, how many rows come before the first that has it, and how many have it. */
export interface Rung {
  readonly value: string | number;
  readonly before: number;
  readonly equal: number;
}

/** Rows that an index has sorted by one column. */
export interface SortedRows {
  readonly run: <Row>(query: Sql) => Promise<Row[]>;
  /** `table INDEXED BY index WHERE condition`. */
  readonly rows: Sql;
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** Returns the kept rungs, or makes them; none when that is not worth it. */
export type KeepRungs = (make: () => Promise<readonly Rung[]>) => Promise<readonly Rung[]>;

async function count({ run }: SortedRows, rows: Sql): Promise<number> {
  const [counted] = await run<{ readonly size: number }>(sql`SELECT count(*) AS size FROM ${rows}`);
  return counted?.size ?? 0;
}

/** What the row has that comes so many rows behind those of a rung, or of the whole; null when there are not so many. */
async function behind(sorted: SortedRows, rung: Rung | null, skipped: number): Promise<Rung | null> {
  const { run, rows, order } = sorted;
  const column = sql.ref(sorted.column);
  const [isBefore, isBehind] = order === 'asc' ? [sql`<`, sql`>`] : [sql`>`, sql`<`];
  const rest = rung === null ? rows : sql`${rows} AND ${column} ${isBehind} ${rung.value}`;
  const values = await run<{ readonly value: string | number }>(
    sql`SELECT ${column} AS value FROM ${rest} ORDER BY ${column} ${sql.raw(order)} LIMIT ${ALIKE} OFFSET ${skipped}`,
  );
  const [first] = values;
  if (!first) return null;
  const { value } = first;
  const equal = await count(sorted, sql`${rows} AND ${column} = ${value}`);
  const alike = values.findIndex((row) => row.value !== value);
  if (alike === -1)
    return { value, equal, before: await count(sorted, sql`${rows} AND ${column} ${isBefore} ${value}`) };
  const passed = rung === null ? 0 : rung.before + rung.equal;
  return { value, equal, before: passed + skipped - (equal - alike) };
}

async function makeRungs(sorted: SortedRows): Promise<Rung[]> {
  const rungs: Rung[] = [];
  for (let last: Rung | null = null; (last = await behind(sorted, last, STEP));) rungs.push(last);
  return rungs;
}

/** What the row has that this many rows come before; null when there are not so many. */
export async function rungAt(sorted: SortedRows, place: number, keep: KeepRungs): Promise<Rung | null> {
  if (place < STEP) return behind(sorted, null, place);
  const rungs = await keep(() => makeRungs(sorted));
  const near = rungs.findLast(({ before }) => before <= place) ?? null;
  if (near === null) return behind(sorted, null, place);
  const passed = near.before + near.equal;
  return place < passed ? near : behind(sorted, near, place - passed);
}
