import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { openSite } from '../../bookings/site.ts';

test.each([
  ['fetched ahead leaves a notice to its own page', { 'sec-purpose': 'prefetch' }, 'hold-forgotten'],
  ['that is opened ends the notice for another', {}, null],
] as const)('a page %s', async (_, headers, notice) => {
  const visitor = openSite().visitor();
  await visitor.request(rpcPath('forgetHold'), { method: 'POST', body: new URLSearchParams() });
  await visitor.request('/pricing', { headers });
  expect((await visitor.flashOn('/book'))?.notice ?? null).toBe(notice);
});
