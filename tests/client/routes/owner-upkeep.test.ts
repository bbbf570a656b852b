import { expect, test } from 'vitest';
import type { UpkeepJob, UpkeepView } from '#shared/owner/upkeep.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { rendered } from './rendered.ts';

const DONE = { state: 'done', position: 40, end: 40 } as const;

/** The page as the server sends it after this job. */
async function upkeepPage(job: UpkeepJob | null) {
  const view: UpkeepView = {
    position: 40,
    projections: [{ name: 'users', position: 40 }],
    workers: [],
    job,
  };
  const { main } = await rendered('/app/admin/upkeep', null, {
    session: async () => OLIVES_SESSION,
    upkeep: async () => view,
  });
  return main;
}

test('the result of a check is beside its button, and that of a rebuild beside the projections', async () => {
  const checked = await upkeepPage({ task: 'verify', ...DONE });
  const [check = '', rest = ''] = checked.split('Projections');
  expect(check).toMatch(/Check every event.*<h2[^>]*>The log is whole<\/h2>/s);
  expect(rest).not.toContain('The log is whole');
  const [before = '', after = ''] = (await upkeepPage({ task: 'users', ...DONE })).split('Projections');
  expect(before).not.toContain('<h2 class="mb-1 text-xl">users is rebuilt');
  expect(after).toContain('>users is rebuilt</h2>');
});

test('a live region is there before the first job, and says how the last one ended', async () => {
  const regionOf = (main: string) => /<output class="sr-only">(.*?)<\/output>/s.exec(main)?.[1];
  expect(regionOf(await upkeepPage(null))).toBe('');
  expect(regionOf(await upkeepPage({ task: 'verify', ...DONE }))).toBe('The log is whole');
});
