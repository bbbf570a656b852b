import { array, assert, asyncProperty, constant, constantFrom, nat, record } from 'fast-check';
import { createMemoryHistory } from '@tanstack/react-router';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { canonicalAddress } from '#server/web/middleware/canonical-address.ts';
import { newRouter } from '../../../client/new-router.ts';

const app = new Hono();
app.use(canonicalAddress);
app.all('*', (c) => c.text('here'));

const TOKEN = 'aB-_'.repeat(11).slice(1);

test.each([
  ['/pricing/', '/pricing'],
  ['/book/?service=half-day', '/book?service=half-day'],
  ['/book//confirmation', '/book/confirmation'],
  ['//evil.example/', '/evil.example'],
  ['//', '/'],
  ['/BOOK/Confirmation?eventId=A', '/book/confirmation?eventId=A'],
  ['/%62ook/confirm%61tion', '/book/confirmation'],
  ['/App/%41dmin', '/app/admin'],
  [`/manage/${TOKEN}/`, `/manage/${TOKEN}`],
  ['/%6danage/Ab', '/manage/Ab'],
  ...['.', ')', '>', '%3E', ' .', '%20', '%20%3e', '.)', '%29', '”', '/.', `'`, '%C2%A0', '.'.repeat(1900)].flatMap(
    (end) => [
      [`/manage/${TOKEN}${end}`, `/manage/${TOKEN}`],
      [`/verify-email?token=${TOKEN}${end}`, `/verify-email?token=${TOKEN}`],
    ],
  ),
  ['/pricing.', '/pricing'],
  ['/login?redirect=%00', '/login?redirect='],
  [`/verify-email?token=${TOKEN}%00.`, `/verify-email?token=${TOKEN}`],
])('%s is redirected permanently to %s', async (path, location) => {
  const response = await app.request(`http://localhost${path}`);
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe(location);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

/** Other spellings of a slash and of a letter, e.g. a similar letter that programs may treat as equal. */
const SLASHES = ['//', '/./', '/x/../', '%2f', '%5c', '/%2e/'];
const waysToWrite = (letter: string) => {
  const escaped = `%${letter.charCodeAt(0).toString(16)}`;
  return [letter.toUpperCase(), escaped, escaped.toUpperCase(), ...(letter === 'k' ? ['%e2%84%aa', '%E2%84%AA'] : [])];
};

/** A path with one or two of its characters spelled differently. */
const spellings = (path: string) => {
  const changed = nat(path.length - 1).chain((at) => {
    const char = path[at] ?? '';
    return record({ at: constant(at), as: constantFrom(...(char === '/' ? SLASHES : waysToWrite(char))) });
  });
  return array(changed, { maxLength: 2 }).map((changes) =>
    path
      .split('')
      .map((char, index) => changes.find(({ at }) => at === index)?.as ?? char)
      .join(''),
  );
};
const end = constantFrom('', '', '', '/', '//', '/.', '%20', '%00', ';a', '%2f');

/** The path that the application's limits use. */
const counting = new Hono();
counting.use(canonicalAddress);
for (const path of ['/book/confirmation', '/booking/*']) counting.all(path, (c) => c.text('counted'));
counting.all('*', (c) => c.text('not counted'));

test.each(['/book/confirmation', '/booking/b1', '/booking/b1/cancel'])(
  'no spelling of %s reaches its page without being counted',
  async (path) => {
    const router = newRouter();
    const pageAt = (at: string) => {
      const { location } = createMemoryHistory({ initialEntries: [at] });
      return router.matchRoutes(router.parseLocation(location)).at(-1)?.routeId;
    };
    const page = pageAt(path);
    expect(page).not.toBe('/$');
    await assert(
      asyncProperty(spellings(path), end, async (spelling, rest) => {
        const url = new URL(`http://localhost/.${spelling}${rest}`);
        const response = await counting.request(url);
        const isMissed = response.status === 200 && (await response.text()) === 'not counted';
        expect(isMissed && pageAt(url.pathname) === page).toBe(false);
      }),
      { numRuns: 500 },
    );
  },
);
