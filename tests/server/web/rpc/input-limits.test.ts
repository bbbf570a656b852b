import { expect, test } from 'vitest';
import { FIELD_LIMIT, NAME_LIMIT, VALUE_LIMIT } from '#server/web/rpc/input-limits.ts';
import { contract } from '#shared/calls/contract.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { createTestApp } from './test-app.ts';
import { openSite } from '../../bookings/site.ts';

const BODY = 62_000;
const commands = Object.entries(contract).flatMap(([name, { method }]) => (method === 'POST' ? [name] : []));

/** One site takes the inputs of all calls. */
const UNLIMITED = { RATE_LIMIT: '0' };

/** Posts bodies to one site. */
function poster(name: string, { app } = openSite()) {
  return (body: BodyInit, type?: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', ...(type !== undefined && { 'content-type': type }) };
    return app.request(rpcPath(name), { method: 'POST', headers, body });
  };
}

/** The maximum number of distinct fields in a body, each name followed by `end`. */
function distinctFields(end: string): string {
  const fields: string[] = [];
  for (let length = 0; length < BODY; length += fields.at(-1)!.length + 1)
    fields.push(fields.length.toString(36) + end);
  return fields.join('&');
}

const FORM = 'application/x-www-form-urlencoded';
const manyNames = Array.from({ length: FIELD_LIMIT + 1 }, (_, index) => [index.toString(36), ''] as const);

test('no command reads a form with more fields than any form of the site', async () => {
  const forms = [
    [distinctFields('='), FORM],
    [distinctFields(''), FORM],
    ['a=&'.repeat(BODY / 3), FORM],
    [`${'n'.repeat(NAME_LIMIT + 1)}=`, FORM],
    [`notes=${'x'.repeat(VALUE_LIMIT + 1)}`, FORM],
  ] as const;
  const site = openSite(undefined, UNLIMITED);
  for (const name of commands) {
    const post = poster(name, site);
    for (const [body, type] of forms) {
      const response = await post(body, type);
      const answer = { name, status: response.status, cookies: response.headers.getSetCookie() };
      expect(answer).toEqual({ name, status: 413, cookies: [] });
      expect(await response.text()).toContain('more than we can take at once');
    }
  }
});

test('no command reads JSON with more members than any call of the site', async () => {
  const members = FIELD_LIMIT + 1;
  const bodies = [
    JSON.stringify(Object.fromEntries(manyNames)),
    JSON.stringify({ tasks: Array.from({ length: members }, () => 0) }),
    JSON.stringify({ notes: 'x'.repeat(VALUE_LIMIT + 1) }),
    JSON.stringify({ ['n'.repeat(NAME_LIMIT + 1)]: 0 }),
  ];
  const site = openSite(undefined, UNLIMITED);
  for (const name of commands) {
    const post = poster(name, site);
    for (const body of bodies) {
      const { status } = await post(body, 'application/json');
      expect({ name, status }).toEqual({ name, status: 413 });
    }
  }
});

test('NUL is removed from the texts of JSON and of forms', async () => {
  const { app } = createTestApp();
  const payload = encodeURIComponent('{"name":"A\\u0000da \\\\u0000"}');
  const greeted = await app.request(`${rpcPath('greet')}?payload=${payload}`);
  expect(await greeted.json()).toMatchObject({ greeting: expect.stringContaining('Ada \\u0000') });
  const body = new URLSearchParams([['item', 'a \0sofa %00']]);
  const ordered = await app.request(rpcPath('order'), { method: 'POST', body });
  expect(await ordered.json()).toMatchObject({ values: { item: ['a sofa %00'] } });
});
