import { expect, test } from 'vitest';
import { rebuild } from '#server/operations/jobs.ts';
import { areDone, run, until } from '../workers/run.ts';
import { ADA, BEN, openTown } from '../accounts/town.ts';

async function withAdmin() {
  const town = openTown();
  return { town, ada: await town.resident(ADA) };
}

test('the owner sees that everything is up to date, and which jobs wait', async () => {
  const { town, ada } = await withAdmin();
  const { body } = await ada.ask('siteStatus');
  expect(body).toMatchObject({
    events: town.store.position,
    checkedAt: null,
    behind: 0,
    backedUpAt: null,
    rebuild: null,
  });
  const ben = await town.resident(BEN);
  expect((await ben.ask('siteStatus')).status).toBe(403);
  expect((await ben.call('rebuild', {})).status).toBe(403);
});

test('the owner has the site rebuild what pages show, also without script and while a rebuild runs', async () => {
  const { town, ada } = await withAdmin();
  expect(await ada.call('rebuild', {})).toMatchObject({ status: 200, redirect: '/app/admin/stats' });
  expect((await ada.post('rebuild', {})).location).toBe('/app/admin/stats');
  expect((await ada.ask('siteStatus')).body.rebuild).toMatchObject({ state: 'running', events: 0 });
  run(town, rebuild);
  await until(() => areDone(town, rebuild.kind));
  expect((await ada.ask('siteStatus')).body.rebuild?.state).toBe('done');
  expect((await ada.users()).body.total).toBe(1);
});
