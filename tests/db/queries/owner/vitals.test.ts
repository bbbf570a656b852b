import { expect, test } from 'vitest';
import { addView, vitalsSince } from '#db/queries/owner/vitals.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { openIn } from '../../folder.ts';

const LCP = { page: '/', vital: 'LCP', bucket: 3 };

function openCounts() {
  const { store } = openIn();
  return {
    since: (day: CivilDate) => vitalsSince(store.db, day),
    add: (day: CivilDate, bucket = 3) => store.write(addView(store.db, day, [{ ...LCP, bucket }])),
  };
}

test('page views in the same bucket are counted together, across days', async () => {
  const { add, since } = openCounts();
  await Promise.all([add('2027-03-09'), add('2027-03-09'), add('2027-03-09', 4), add('2027-03-10')]);
  expect(await since('2027-03-09')).toEqual([
    { ...LCP, views: 3 },
    { ...LCP, bucket: 4, views: 1 },
  ]);
  expect(await since('2027-03-10')).toEqual([{ ...LCP, views: 1 }]);
});
