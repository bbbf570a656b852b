/** The redirect of a plain form is built from its fields; it must be an address of this site that every client follows. */
import { expect, test } from 'vitest';
import { VALUE_LIMIT } from '#server/web/rpc/input-limits.ts';
import { contract } from '#shared/calls/contract.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { openSite } from '../../bookings/site.ts';
import { pageAfter } from '../../bookings/visitor.ts';

const commands = Object.entries(contract).flatMap(([name, { method }]) => (method === 'POST' ? [name] : []));

/** Without script, photos are posted to addresses of their own. */
const BY_SCRIPT = new Set(['addPhotos']);
const forms = commands.filter((name) => !BY_SCRIPT.has(name));

const FIELDS = ['eventId', 'token', 'redirect', 'reset', 'from', 'service', 'month', 'step', 'slot', 'date', 'claim'];
/** The pressed button, for each hostile value in turn; none where it is undefined. */
const BUTTONS = [undefined, 'month:', 'step:', 'slot:', '', undefined, undefined];

const HOSTILE = [
  'a'.repeat(VALUE_LIMIT),
  `/${'a'.repeat(VALUE_LIMIT - 1)}`,
  `/${'é'.repeat(1999)}`,
  `/?${'&'.repeat(1998)}`,
  'é'.repeat(2500),
  '🦊'.repeat(60),
  '\u0001'.repeat(VALUE_LIMIT),
  '//evil.example',
  '../../evil',
  '\r\nset-cookie: a=b',
  'https://evil.example/',
  '\ud800',
  '%00',
  'x?y=1#z',
  '',
];

test.each(forms)('%s leads to a page with a valid URL, which opens', async (name) => {
  const { app } = openSite(undefined, { RATE_LIMIT: '0' });
  for (const [index, value] of HOSTILE.entries()) {
    const body = new URLSearchParams(FIELDS.map((field) => [field, value]));
    const button = BUTTONS[index % BUTTONS.length];
    if (button !== undefined) body.set('show', (button + value).slice(0, VALUE_LIMIT));
    const init = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body };
    const response = await app.request(rpcPath(name), init);
    expect([200, 303, 422]).toContain(response.status);
    const location = pageAfter(response);
    expect(location.length).toBeLessThanOrEqual(4096);
    expect(location).toMatch(/^\/(?!\/)[!-~]*$/);
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    expect((await app.request(location, { headers: { cookie: cookie.join('; ') } })).status).toBe(200);
  }
});

test('a form about a booking leads to that booking only', async () => {
  const { app } = openSite();
  const lead = async (name: string, eventId: string) => {
    const body = new URLSearchParams({ eventId });
    const response = await app.request(rpcPath(name), {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body,
    });
    return pageAfter(response);
  };
  const id = '01a1fd95-1146-7188-b12c-facfaf62f3b3';
  expect(await lead('cancel', id)).toBe(`/booking/${id}/cancel`);
  expect(await lead('reschedule', id)).toBe(`/booking/${id}/reschedule`);
  for (const other of ['x'.repeat(65), 'a/../b', `${id}?month=1`, 'ü']) {
    expect(await lead('cancel', other)).toBe('/booking/unknown/cancel');
    expect(await lead('reschedule', other)).toBe('/booking/unknown/reschedule');
  }
});
