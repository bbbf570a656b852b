import { describe, expect, test } from 'vitest';
import { createQueryClient } from '#client/shell/query/query-client.ts';
import { createAppRouter } from '#client/router.tsx';
import { POLICIES } from '#server/web/limits/policies.ts';
import { renderPage } from '#server/web/render/render-page.tsx';
import { handlers } from '#server/calls.ts';
import { type AppRpc, contract } from '#shared/calls/contract.ts';
import { failingRpc } from '../../../failing-rpc.ts';
import { TEST_SITE } from '../../../test-site.ts';
import { openSite } from '../../bookings/site.ts';
import { from } from '../../bookings/visitor.ts';

/** Public calls without a limit: they read public data, or the visitor's own by a cookie. */
const UNCOUNTED = [
  'availability',
  'nextOpen',
  'currentHold',
  'ownDetails',
  'availabilityLive',
  'forgetHold',
  'forgetVisit',
  'session',
  'firstUser',
  'emailStatus',
  'signOut',
];

const NAMES = Object.keys(contract) as (keyof typeof contract)[];
const isCounted = (name: keyof typeof contract) => 'limit' in handlers[name];

test('a public call is rate-limited, unless it looks up nothing by its input', () => {
  const isPublic = (name: keyof typeof contract) => !/user|admin/.test(handlers[name].access ?? '');
  const open = NAMES.filter((name) => isPublic(name) && !isCounted(name));
  expect(open.toSorted()).toEqual(UNCOUNTED.toSorted());
});

test('every call of a signed-in account is counted by that account', async () => {
  const context = { request: { network: 'n' }, signIn: { current: async () => ({ account: 'a1' }) } };
  const own = NAMES.filter((name) => /user|admin/.test(handlers[name].access ?? ''));
  const keys = own.map(async (name) => [name, (await handlers[name].limit?.(context as never))?.key]);
  expect(await Promise.all(keys)).toEqual(own.map((name) => [name, 'a1']));
});

/** A URL of every page, with a value for each id and token. */
function addresses(): string[] {
  const context = {
    queryClient: createQueryClient(true),
    rpc: {} as AppRpc,
    site: TEST_SITE,
    flash: null,
    whenShown: null,
    newKey: () => 'k',
  };
  const { routesByPath } = createAppRouter(context);
  return Object.keys(routesByPath).map((path) => `${path.replaceAll(/\$\w*/g, 'none')}?token=none&eventId=none`);
}

/** The calls that a page makes while it is rendered. */
async function callsOf(address: string): Promise<Set<keyof typeof contract>> {
  const made = new Set<keyof typeof contract>();
  const failing = failingRpc(new TypeError('no answer expected'));
  const rpc = new Proxy(failing, {
    get(calls, name: keyof typeof contract) {
      made.add(name);
      return calls[name];
    },
  });
  const headers = { 'user-agent': 'Mozilla/5.0' };
  const request = new Request(`http://localhost${address}`, { headers });
  await renderPage({ request, id: 'request-1', rpc, site: TEST_SITE, flash: null, onError: () => {} });
  return made;
}

describe.each(addresses())('the page %s', (address) => {
  test('is counted if one of its calls is', async () => {
    const counted = [...(await callsOf(address))].filter(isCounted);
    if (counted.length === 0) return;
    const { app } = openSite();
    let status = 0;
    for (let time = 0; time <= POLICIES.lookUp.burst && status !== 429; time++) {
      ({ status } = await app.request(address, {}, from('203.0.113.7')));
    }
    expect([counted, status]).toEqual([counted, 429]);
  });
});
