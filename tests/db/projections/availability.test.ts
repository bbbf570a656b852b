import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type AvailabilityRow, daysBetweenDates } from '#db/projections/availability.ts';
import { DATE } from '../../events/facts.ts';
import { day, hold } from '../changes.ts';
import { openIn } from '../folder.ts';

test('days between two dates are read by their key, in order', async () => {
  const { folder, store, close } = openIn();
  for (const index of [3, 0, 1, 2]) await store.change(hold(`b${index}`, { date: day(index) }));
  close();
  const file = readdirSync(folder).find((name) => /^read-availability-\d+\.db$/.test(name))!;
  const sqlite = new Database(join(folder, file));
  onTestFinished(() => void sqlite.close());
  const plans: string[] = [];
  const db = new Kysely<{ availability: AvailabilityRow }>({
    dialect: new SqliteDialect({ database: sqlite }),
    log({ query: { sql, parameters } }) {
      const steps = sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
      plans.push(steps.map(({ detail }) => detail).join('\n'));
    },
  });
  const found = await daysBetweenDates(db, DATE, day(2));
  expect(found.map(({ date }) => date)).toEqual([DATE, day(1), day(2)]);
  expect(plans).toEqual(['SEARCH availability USING PRIMARY KEY (date>? AND date<?)']);
});
