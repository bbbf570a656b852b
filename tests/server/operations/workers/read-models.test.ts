import { expect, test } from 'vitest';
import { readModels } from '#server/operations/workers/read-models.ts';
import { withFile } from '../../../db/folder.ts';
import { fileOf } from '../../../db/read-models/spoil.ts';
import { MINUTE, openSite } from '../../bookings/site.ts';
import { run, until } from '../../workers/run.ts';

test('altered rows are corrected soon after the start, and within a day', async () => {
  const site = openSite();
  const id = await site.visitor().holds({});
  await site.row(id);
  const alter = () =>
    withFile(site.config.dataFolder, fileOf('bookings'), (db) => db.exec(`UPDATE bookings SET area = 'Nowhere'`));
  const areas = () =>
    withFile(site.config.dataFolder, fileOf('bookings'), (db) => db.prepare('SELECT area FROM bookings').pluck().all());
  alter();
  run(site, readModels);
  site.clock.advance(5000);
  await until(() => !areas().includes('Nowhere'));
  await site.clock.idle();
  alter();
  site.clock.advance(24 * 60 * MINUTE);
  await until(() => !areas().includes('Nowhere'));
  expect(site.lines.filter((line) => line.includes('read model'))).toEqual([]);
});
