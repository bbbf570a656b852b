import Database from 'better-sqlite3';
import { Kysely, type RawBuilder, SqliteDialect, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Rung, rungAt } from '#db/projections/rungs.ts';

/** A table of these values, sorted in an index, and how many rows each query skipped. */
function open(values: readonly number[]) {
  const sqlite = new Database(':memory:');
  sqlite.exec('CREATE TABLE things (value INTEGER, is_here INTEGER); CREATE INDEX by_value ON things (value, is_here)');
  const insert = sqlite.prepare('INSERT INTO things VALUES (?, ?)');
  sqlite.transaction(() => values.forEach((value) => insert.run(value, 1)))();
  sqlite.transaction(() => values.forEach((value) => insert.run(value, 0)))();
  const skipped: number[] = [];
  const db = new Kysely<object>({
    dialect: new SqliteDialect({ database: sqlite }),
    log: ({ query }) => {
      if (query.sql.includes('OFFSET')) skipped.push(Number(query.parameters.at(-1)));
    },
  });
  onTestFinished(() => db.destroy());
  const run = async <Row>(query: RawBuilder<unknown>) => (await sql<Row>`${query}`.execute(db)).rows;
  return { run, rows: sql`things INDEXED BY by_value WHERE is_here = 1`, column: 'value', skipped };
}

function expectedAt(sorted: readonly number[], place: number): Rung | null {
  const value = sorted[place];
  if (value === undefined) return null;
  return { value, before: sorted.indexOf(value), equal: sorted.filter((each) => each === value).length };
}

const FAR = 7000;

describe.each([
  ['all different', Array.from({ length: FAR }, (_, index) => (index * 7919) % FAR)],
  ['three alike', Array.from({ length: FAR }, (_, index) => ((index * 7919) % FAR) % Math.ceil(FAR / 3))],
  ['most alike', Array.from({ length: FAR }, (_, index) => (index % 5 === 0 ? index : 2000))],
  ['all alike', Array.from({ length: FAR }, () => 1)],
])('of rows that are %s', (_, values) => {
  test.each(['asc', 'desc'] as const)('the one at each place is found, %s', async (order) => {
    const sorted = values.toSorted((one, other) => (order === 'asc' ? one - other : other - one));
    const rows = { ...open(values), order };
    let kept: Promise<readonly Rung[]> | null = null;
    for (const place of [0, 1, 199, 999, 1000, 1001, 1999, 2000, 3456, 5000, 6998, 6999, 7000, 9999]) {
      const rung = await rungAt(rows, place, (make) => (kept ??= make()));
      expect({ place, rung }).toEqual({ place, rung: expectedAt(sorted, place) });
    }
  });
});

test('once there are rungs, no query skips more rows than lie between two', async () => {
  const rows = { ...open(Array.from({ length: FAR }, (_, index) => index)), order: 'asc' } as const;
  let kept: Promise<readonly Rung[]> | null = null;
  for (const place of [5999, 2500, 4001]) await rungAt(rows, place, (make) => (kept ??= make()));
  expect(Math.max(...rows.skipped)).toBeLessThanOrEqual(1000);
});
