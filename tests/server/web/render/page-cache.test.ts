/** Pages that many visitors share, as the built site answers them. */
import { describe, expect, test } from 'vitest';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import { DATE } from '../../../events/facts.ts';
import { openRendered } from './rendered-site.ts';

/** What the data of the page says of a morning. */
function morningOf(html: string, date: string): string | undefined {
  return new RegExp(`date:"${date}",am:"(\\w+)"`).exec(html)?.[1];
}

describe('the cache key', () => {
  test.each([
    ['/', '/?utm_source=paper&fbclid=1'],
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
});

describe('rendering', () => {
  test.each(['/', '/nowhere'])('50 simultaneous requests for %s render it once', async (path) => {
    const { ask, rendered } = openRendered();
    const responses = await Promise.all(Array.from({ length: 50 }, async () => ask(path)));
    expect(new Set(responses.map(({ status }) => status)).size).toBe(1);
    expect(rendered()).toHaveLength(1);
  });
});

describe('a browser with something of its own', () => {
  test.each(['/about'])('with a session gets %s for itself', async (path) => {
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
