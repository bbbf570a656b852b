import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projections } from '#db/projections/index.ts';
import { readModelFile } from '#db/read-models/read-model-files.ts';
import { day, hold } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';
import { readRows } from '../rows.ts';

/** A closed folder with so many bookings, whose dates begin at a day. */
async function siteWith(bookings: number, from = 0) {
  const { store, folder, close } = openIn();
  for (let index = 0; index < bookings; index++) {
    await store.change(hold(`${from}-${index}`, { date: day(from + index) }));
  }
  const rows = await readRows(store);
  close();
  return { folder, rows };
}

const FILES = Object.values(projections).map((projection) => readModelFile('', projection));

function copyReadModels(from: string, to: string): void {
  for (const file of FILES) copyFileSync(join(from, file), join(to, file));
}

test.each([
  { bookings: 2, words: 'fewer' },
  { bookings: 3, words: 'as many' },
  { bookings: 5, words: 'more' },
])(
  'read models of another site with $words events are made again, and say nothing of this log',
  async ({ bookings }) => {
    const { folder, rows } = await siteWith(3);
    const other = await siteWith(bookings, 20);
    copyReadModels(other.folder, folder);
    const { store, reports, close } = openIn(folder);
    expect(await readRows(store)).toEqual(rows);
    expect(reports).toContainEqual({
      message: 'a read model is made again',
      detail: expect.objectContaining({ readModel: 'availability' }),
    });
    close();
    const again = openIn(folder);
    expect(again.reports).toEqual([]);
    expect(await readRows(again.store)).toEqual(rows);
  },
);

test('read models of a log of this site that went on otherwise are made again', async () => {
  const { folder } = await siteWith(2);
  const branch = await siteWith(0);
  copyFileSync(join(folder, 'halfday.db'), join(branch.folder, 'halfday.db'));
  const [one, other] = [openIn(folder), openIn(branch.folder)];
  await one.store.change(hold('mine', { date: day(10) }));
  await other.store.change(hold('theirs', { date: day(11) }));
  const rows = await readRows(one.store);
  await readRows(other.store);
  one.close();
  other.close();
  copyReadModels(other.folder, folder);
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});

test('read models that an earlier version made, which name no log, are made again', async () => {
  const { folder, rows } = await siteWith(2);
  for (const file of FILES) {
    withFile(folder, file, (db) =>
      db.exec('ALTER TABLE progress DROP COLUMN shop; ALTER TABLE progress DROP COLUMN hash'),
    );
  }
  expect(await readRows(openIn(folder).store)).toEqual(rows);
});
