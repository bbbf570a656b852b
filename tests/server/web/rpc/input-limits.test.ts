import { expect, test } from 'vitest';
import { DEPTH_LIMIT, FIELD_LIMIT, NAME_LIMIT, VALUE_LIMIT, faultOfJson } from '#server/web/rpc/input-limits.ts';
import { contract } from '#shared/calls/contract.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { createTestApp } from './test-app.ts';
import { openSite } from '../../bookings/site.ts';

const BODY = 62_000;
const commands = Object.entries(contract).flatMap(([name, { method }]) => (method === 'POST' ? [name] : []));
const queries = Object.entries(contract).flatMap(([name, { method }]) => (method === 'GET' ? [name] : []));

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

test('no query reads a payload with more members than any call of the site', async () => {
  const payload = encodeURIComponent(`[${'0,'.repeat(FIELD_LIMIT)}0]`);
  const { app } = openSite(undefined, UNLIMITED);
  for (const name of queries) {
    const { status } = await app.request(`${rpcPath(name)}?payload=${payload}`);
    expect({ name, status }).toEqual({ name, status: 413 });
  }
});

test('a multipart form, which no page sends and which is slow to parse, is refused unread', async () => {
  const form = new FormData();
  form.append('email', 'not an address');
  expect((await poster('signIn')(form)).status).toBe(415);
});

test('members of JSON are counted over all arrays and objects', () => {
  const wide = (count: number) => ({ a: Array.from({ length: count }, () => 1), b: { c: 2 } });
  expect(faultOfJson(wide(FIELD_LIMIT - 3))).toBeNull();
  expect(faultOfJson(wide(FIELD_LIMIT - 2))).toBe('too-large');
});

test('the depth of JSON counts open levels only', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'end' : [nested(depth - 1)]);
  expect(faultOfJson(Array.from({ length: 20 }, () => nested(DEPTH_LIMIT - 1)))).toBeNull();
  expect(faultOfJson(nested(DEPTH_LIMIT + 1))).toBe('too-deep');
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
