import { expect, test } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { type Site, openSite } from '../../bookings/site.ts';
import { details, from } from '../../bookings/visitor.ts';

const ADDRESS = '203.0.113.7';
const TICKET = `${rpcPath('ticket')}?payload=${encodeURIComponent('{"eventId":"none"}')}`;

function asking({ app }: Site, path: string, init: RequestInit = {}, address = ADDRESS): Promise<Response> {
  const headers = { 'sec-fetch-site': 'same-origin', ...(init.headers as Record<string, string>) };
  return Promise.resolve(app.request(path, { ...init, headers }, from(address)));
}

/** The response to the first request beyond the burst of one network. */
async function oneTooMany(site: Site, burst: number, path: string, init: RequestInit = {}): Promise<Response> {
  for (let time = 0; time < burst; time++) {
    const { status } = await asking(site, path, init);
    if (status === 429) throw new Error(`refused after ${time}`);
  }
  return asking(site, path, init);
}

test.each([
  ['tickets looked up', TICKET, POLICIES.lookUp.burst],
  ['confirmations opened', '/book/confirmation?eventId=none', POLICIES.lookUp.burst],
  ['calendar files', '/book/calendar/none.ics', POLICIES.lookUp.burst],
  ['pages of bookings', '/booking/none', POLICIES.lookUp.burst],
  ['pages to move a booking', '/booking/none/reschedule', POLICIES.lookUp.burst],
  ['calendar files of customers', '/booking/none/calendar.ics', POLICIES.lookUp.burst],
  ['links of mails', '/manage/none', POLICIES.link.burst],
  ['links to a new password', '/reset-password?token=none', POLICIES.link.burst],
  ['returns from paying', '/book/return?checkout=none', POLICIES.paymentReturn.burst],
])('too many %s by one network get 429, Retry-After, and a text', async (_, path, burst) => {
  const site = openSite();
  const response = await oneTooMany(site, burst, path);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain('Too many requests came from you or your network.');
  expect((await asking(site, path, {}, '203.0.113.8')).status).not.toBe(429);
});

test.each(['HEAD', 'GET'])('%s requests count towards the rate limit', async (method) => {
  const site = openSite();
  const path = '/book/confirmation?eventId=none';
  await oneTooMany(site, POLICIES.lookUp.burst, path);
  expect((await asking(site, path, { method })).status).toBe(429);
});

test('too many webhooks get 429 with Retry-After, so that the provider retries them', async () => {
  const init = { method: 'POST', body: '{}' };
  const response = await oneTooMany(openSite(), POLICIES.webhook.burst, '/webhooks/sandbox', init);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
});

test.each([
  ['a query that is no JSON', `${rpcPath('ticket')}?payload=nonsense`, {}, POLICIES.lookUp.burst],
  ['a query that the schema refuses', rpcPath('ticket'), {}, POLICIES.lookUp.burst],
  ['a query for days to move to', rpcPath('rescheduleAvailability'), {}, POLICIES.lookUp.burst],
  ['a body that is no JSON', rpcPath('hold'), post('{'), POLICIES.hold.burst],
  ['a body that the schema refuses', rpcPath('signIn'), post('{}'), POLICIES.signIn.burst],
] as const)('%s counts before its body is read', async (_, path, init, burst) => {
  expect((await oneTooMany(openSite(), burst, path, init)).status).toBe(429);
});

test('too many plain forms are answered with the form, with all typed values', async () => {
  const site = openSite();
  const { date, claim, tasks, price: _price, ...texts } = full();
  const body = () => {
    const form = new URLSearchParams({ ...texts, slot: `${date}/${claim}` });
    for (const task of tasks) form.append('tasks', task);
    return form;
  };
  let response = new Response();
  for (let time = 0; time <= POLICIES.hold.burst; time++) {
    response = await asking(site, rpcPath('hold'), { method: 'POST', body: body() });
  }
  expect([response.status, response.headers.get('content-location')]).toEqual([429, '/book?service=half-day']);
  expect(response.headers.get('retry-after')).toBe('30');
  expect(await response.json()).toMatchObject({
    refusal: 'too-many',
    values: { name: [texts.name], notes: [texts.notes] },
  });
});

function full() {
  return { ...details(), key: 'a3c1c2f6-52a5-4f0c-8a43-2f6f0d3f6c11' };
}

function post(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}
