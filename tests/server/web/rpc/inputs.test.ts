import { expect, test } from 'vitest';
import { contract } from '#shared/calls/contract.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { openSite } from '../../bookings/site.ts';

/** Texts of the schema library, which users must not see. */
const OF_THE_LIBRARY = /Invalid|expected|Unrecognized|Too (?:big|small)|regex|string|undefined|object/;

const calls = Object.entries(contract).map(([name, { method }]) => ({ name, method }));

type App = ReturnType<typeof openSite>['app'];

/** Sends an input to a call as a script would. */
function send(app: App, name: string, method: string, json: string) {
  if (method === 'GET') return app.request(`${rpcPath(name)}?payload=${encodeURIComponent(json)}`);
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  return app.request(rpcPath(name), { method, headers, body: json });
}

/** One site takes the inputs of all calls. */
const UNLIMITED = { RATE_LIMIT: '0' };

const REFUSED = new Set([401, 403, 422]);

const JUNK = ['{"nobodyAskedFor":1}', '[]', '"text"', '0', 'true', '[[1,2],{"a":null}]'];

test('every call refuses invalid input, with texts for users', async () => {
  const { app } = openSite(undefined, UNLIMITED);
  for (const { name, method } of calls) {
    for (const json of JUNK) {
      const response = await send(app, name, method, json);
      expect({ name, isRefused: REFUSED.has(response.status) }).toEqual({ name, isRefused: true });
      const { fields } = (await response.json()) as { fields: Record<string, string> };
      for (const words of Object.values(fields)) expect(`${name}: ${words}`).not.toMatch(OF_THE_LIBRARY);
    }
  }
});

test.each(['__proto__', '__proto__[polluted]', 'constructor', 'constructor[prototype][polluted]', 'toString'])(
  'nor can a form with a field named %s',
  async (field) => {
    const { app } = openSite();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams({ [field]: 'yes', name: 'Ada' });
    const response = await app.request(rpcPath('hold'), { method: 'POST', headers, body });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ refusal: 'invalid', values: { name: ['Ada'] } });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  },
);
