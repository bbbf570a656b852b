import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { openSite } from '../../bookings/site.ts';

test.each([
  ['fetched ahead leaves what was typed for its own page', { 'sec-purpose': 'prefetch' }, 'invalid'],
  ['that is opened ends what was typed for another', {}, null],
] as const)('a page %s', async (_, headers, refusal) => {
  const visitor = openSite().visitor();
  await visitor.request(rpcPath('hold'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ notes: 'The blue door' }).toString(),
  });
  await visitor.request('/pricing', { headers });
  expect((await visitor.flashOn('/book'))?.refusal ?? null).toBe(refusal);
});
