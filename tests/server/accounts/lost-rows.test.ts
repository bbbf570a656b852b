import { expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { withFile } from '../../db/folder.ts';
import { fileOf } from '../../db/read-models/spoil.ts';
import { DATE } from '../../events/facts.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, books, openTown } from './town.ts';

test('visits with lost rows are kept when their account is deleted, including guest visits with its address', async () => {
  const town = openTown();
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  const guests = await books(town, town.person(), BEN.email, { date: addDays(DATE, 3) });
  const listed = await books(town, ben, BEN.email);
  const own = await books(town, ben, BEN.email, { date: addDays(DATE, 4) });
  expect((await town.state(guests))?.account).toBeNull();
  expect((await town.state(own))?.account).toBe(await town.idOf(BEN.email));
  // Writes the rows that are still in memory, which could otherwise be written later.
  await town.store.updatedQueries().bookings.selectFrom('bookings').select('id').execute();
  withFile(town.config.dataFolder, fileOf('bookings'), (db) =>
    db.prepare('DELETE FROM bookings WHERE id IN (?, ?)').run(guests, own),
  );
  expect(await ben.deletes(BEN.password, 'cancel')).toMatchObject({ status: 200 });
  await until(town.isCleaned);
  expect(town.history(listed)).toContain('CustomerForgotten');
  for (const id of [guests, own]) expect([id, town.history(id).at(-1)]).toEqual([id, 'VisitKept']);
});
