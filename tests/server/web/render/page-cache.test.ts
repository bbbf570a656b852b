/** Pages that many visitors share, as the built site answers them. */
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE } from '../../bookings/site.ts';
import { TAGGED, openRendered } from './rendered-site.ts';

/** What the data of the page says of a morning. */
function morningOf(html: string, date: string): string | undefined {
  return new RegExp(`date:"${date}",am:"(\\w+)"`).exec(html)?.[1];
}

describe('the cache key', () => {
  test.each([
    ['/', '/?utm_source=paper&fbclid=1'],
    ['/pricing', '/pricing?x'],
    ['/services?group=openings', '/services?utm_source=paper&group=openings'],
    ['/book', '/book?gclid=1&service=weekend&date=2027-02-30'],
    ['/book?service=half-day&month=2027-03', '/book?month=2027-03&utm_medium=print&service=half-day'],
  ])('%s is rendered once, also for the link %s', async (plain, tagged) => {
    const { ask, rendered } = openRendered();
    const responses = [await ask(plain), await ask(tagged)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(rendered()).toEqual([plain]);
  });

  test.each(['/services?find=door', '/areas?place=94110'])(
    '%s repeats typed text, so it is not cached',
    async (path) => {
      const { ask, rendered } = openRendered();
      const [first] = [await ask(path), await ask(path)];
      expect(rendered()).toEqual([path, path]);
      expect(first.headers.get('content-security-policy')).toContain("'strict-dynamic'");
    },
  );

  test('has the answer about consent', async () => {
    const { ask, read, rendered } = openRendered(TAGGED);
    const visitors: Record<string, string>[] = [{}, { 'sec-gpc': '1' }];
    for (const headers of [...visitors, ...visitors]) await ask('/about', headers);
    expect(rendered()).toEqual(['/about', '/about']);
    expect(await read('/about')).toContain('data-tag-manager');
    expect(await read('/about', { 'sec-gpc': '1' })).not.toContain('data-tag-manager');
  });
});

describe('what a page shows', () => {
  test('a booking on another day renders no page again', async () => {
    const { ask, visitor, rendered } = openRendered();
    const month = DATE.slice(0, 7);
    const paths = ['/', '/about', `/book?month=${month}`];
    for (const path of paths) await ask(path);
    const late = visitor();
    await late.holds({ date: DATE, claim: 'am' });
    for (const path of paths) await ask(path);
    const shown = rendered();
    // The day is in the booking page alone.
    expect(shown).toEqual([...paths, `/book?month=${month}`]);
    await late.pays();
    await late.returns();
    for (const path of paths) await ask(path);
    expect(rendered()).toEqual(shown);
  });

  test('a held slot is offered by no later page, and is again when its hold is gone', async () => {
    const { read, visitor, rendered } = openRendered();
    const paths = ['/book', '/book?service=half-day', `/book?service=half-day&date=${DATE}`];
    const mornings = () => Promise.all(paths.map(async (path) => morningOf(await read(path), DATE)));
    expect(await mornings()).toEqual(['open', 'open', 'open']);
    await visitor().holds({ date: DATE, claim: 'am' });
    expect(await mornings()).toEqual(['gone', 'gone', 'gone']);
    expect(rendered()).toHaveLength(6);
  });

  test('a later month is rendered again when one of its days changes', async () => {
    const { ask, visitor, rendered } = openRendered();
    const path = `/book?service=half-day&month=${DATE.slice(0, 7)}`;
    await ask(path);
    await visitor().holds({ date: DATE, claim: 'am' });
    await ask(path);
    expect(rendered()).toEqual([path, path]);
  });

  test('time alone renders a page again only when it shows something else', async () => {
    const { ask, read, clock, rendered } = openRendered();
    const before = await read('/');
    clock.advance(MINUTE);
    await ask('/');
    expect(rendered()).toEqual(['/']);
    clock.advance(24 * 60 * MINUTE);
    expect(await read('/')).not.toBe(before);
  });
});

describe('rendering', () => {
  test.each(['/', '/book', '/nowhere'])('50 simultaneous requests for %s render it once', async (path) => {
    const { ask, rendered } = openRendered();
    const responses = await Promise.all(Array.from({ length: 50 }, async () => ask(path)));
    expect(new Set(responses.map(({ status }) => status)).size).toBe(1);
    expect(rendered()).toHaveLength(1);
  });

  test.each(['/pricing', '/book', '/nowhere'])('a failed rendering of %s is not cached', async (path) => {
    const { ask, renderAs } = openRendered();
    const good = (await openRendered().ask(path)).status;
    renderAs(() => new Response('failed', { status: 500 }));
    expect((await ask(path)).status).toBe(500);
    renderAs(() => {
      throw new TypeError('cannot be rendered');
    });
    const failed = await Promise.all(Array.from({ length: 3 }, async () => ask(path)));
    expect(failed.map(({ status }) => status)).toEqual([500, 500, 500]);
    renderAs(null);
    expect((await ask(path)).status).toBe(good);
  });

  test('the pages that were asked for last are cached, in 16 MB', async () => {
    const { ask, rendered, renderAs } = openRendered();
    renderAs(() => new Response('five million'.repeat(420_000)));
    const paths = ['/pricing', '/about', '/legal/terms', '/legal/privacy'];
    for (const path of [...paths, '/legal/privacy', '/about', '/pricing']) await ask(path);
    expect(rendered()).toEqual([...paths, '/pricing']);
  });

  test('a visitor who leaves does not end the rendering for others', async () => {
    const { app, ask, rendered } = openRendered();
    const leaving = new AbortController();
    const first = app.request('/', { signal: leaving.signal });
    leaving.abort();
    await Promise.allSettled([first]);
    expect((await ask('/')).status).toBe(200);
    expect(rendered()).toEqual(['/']);
  });
});

test('all addresses without a page share one page', async () => {
  const { ask, read, rendered } = openRendered();
  const first = await ask('/no/such/page');
  expect(first.status).toBe(404);
  expect(first.headers.get('etag')).toBeNull();
  const html = await first.text();
  expect(html).toContain('The page you are looking for does not exist.');
  for (const path of ['/other?x=<script>', '/services/nothing', '/areas/nowhere']) expect(await read(path)).toBe(html);
  expect(rendered()).toHaveLength(1);
});

describe('a browser with something of its own', () => {
  test('that holds a time gets a page that is not stored, and that no other browser gets', async () => {
    const { read, visitor, rendered } = openRendered();
    const buyer = visitor();
    await read('/book');
    await buyer.holds({ date: DATE, claim: 'am', name: 'Grace Holder' });
    const own = await buyer.request('/book');
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('etag')).toBeNull();
    expect(await own.text()).toContain('Grace Holder');
    expect((await buyer.request('/')).headers.get('cache-control')).toBe('no-store');
    expect(await read('/book')).not.toContain('Grace Holder');
    expect(rendered()).toEqual(['/book', '/book', '/', '/book']);
  });

  test('whose form was refused gets a page with what was typed, and no other browser does', async () => {
    const { read, visitor } = openRendered();
    const guest = visitor();
    await read('/login');
    const body = new URLSearchParams({ email: 'nobody@example.com', password: 'not the password' });
    const refused = await guest.request(rpcPath('signIn'), { method: 'POST', body });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([422, 'no-store']);
    expect(await refused.text()).toContain('nobody@example.com');
    expect(await read('/login')).not.toContain('nobody@example.com');
  });

  test.each(['/about', '/nowhere'])('with a session gets %s for itself', async (path) => {
    const { ask, config, clock, rendered } = openRendered();
    const cookies = new Cookies(null, new Sealer(config.cookieSecrets), { isSecure: false, now: clock.now() });
    cookies.set('session', 'a token');
    const cookie = cookies.changes.map((change) => change.split(';')[0]).join('; ');
    expect(await (await ask(path)).text()).toContain('"speculationrules"');
    const own = await ask(path, { cookie });
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('content-security-policy')).toContain("'strict-dynamic'");
    expect(await own.text()).not.toContain('"speculationrules"');
    expect(rendered()).toHaveLength(2);
    expect(rendered()[1]).toBe(path);
  });
});

test('the many addresses of a scanner leave a page cached', async () => {
  const { ask, rendered } = openRendered();
  await ask('/book');
  for (let n = 0; n < 100; n++) await ask(`/book?scan=${n}`);
  expect(rendered()).toEqual(['/book']);
});
