import { describe, expect, test } from 'vitest';
import { SERVICES, servicesIn } from '#shared/business/catalogue.ts';
import { CITIES } from '#shared/business/cities.ts';
import { PLACES } from '#shared/business/places.ts';
import { INDEXED_PATHS, areaPath, workPath } from '#shared/business/public-pages.ts';
import { WORK_PAGES } from '#shared/business/work.ts';
import { NEXT_OPEN as NEXT, rendered } from './rendered.ts';

const READ = INDEXED_PATHS.filter((path) => path !== '/book');

const pages = new Map<string, ReturnType<typeof rendered>>();

/** A page as it is rendered for its first test. */
function opened(path: string): ReturnType<typeof rendered> {
  const page = pages.get(path) ?? rendered(path, NEXT);
  pages.set(path, page);
  return page;
}

function content(html: string, attribute: string): string | undefined {
  return new RegExp(`<meta ${attribute} content="([^"]*)"`).exec(html)?.[1];
}

describe.each(READ)('%s', (path) => {
  test('has a title, a description, a canonical address and a picture of its own', async () => {
    const { html, status, faults } = await opened(path);
    expect(status).toBe(200);
    expect(faults).toEqual([]);
    expect(content(html, 'name="robots"')).toBe('index,follow');
    expect(content(html, 'name="theme-color"')).toBe('#2563eb');
    expect(html).toContain(`<link rel="canonical" href="https://oak.example${path}"`);
    expect(content(html, 'property="og:image"')).toBe(`https://oak.example/cards${path === '/' ? '/home' : path}.png`);
    expect(content(html, 'name="twitter:card"')).toBe('summary_large_image');
    const description = content(html, 'name="description"') ?? '';
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThan(180);
  });
});

test('no two pages have the same title or description', async () => {
  const read = await Promise.all(READ.map(opened));
  for (const find of [/<title>([^<]*)</, /<meta name="description" content="([^"]*)"/]) {
    const found = read.map(({ html }) => find.exec(html)?.[1]);
    expect(new Set(found).size).toBe(READ.length);
  }
});

describe.each(PLACES.map((place) => [place.city, place] as const))('the page of %s', (city, place) => {
  test('says where it is, what is next to it, and what is open next', async () => {
    const { main, text } = await opened(areaPath(place));
    expect(text).toMatch(new RegExp(`^Handyman in ${city}`));
    expect(text).toContain(`in ${place.county}`);
    for (const zip of place.zips) expect(text).toContain(zip);
    for (const near of place.near) expect(main).toMatch(new RegExp(`href="/areas/[a-z-]+"[^>]*>${near}<`));
    expect(text).toContain('Tue, Mar 9');
    expect(text).toContain('the drive is in the price');
    expect(main).toMatch(/<a[^>]*href="\/book\?[^"]*date=2027-03-09/);
  });
});

describe.each(WORK_PAGES.map((work) => [work.title, work] as const))('the page of “%s”', (title, work) => {
  test('lists its services, an example, and what to have ready', async () => {
    const { text, main } = await opened(workPath(work));
    for (const service of servicesIn(work.group)) expect(text).toContain(service.description);
    for (const words of [title, work.halfDay, work.ready, work.limit]) {
      expect(text).toContain(words.replaceAll(/\s+/g, ' '));
    }
    const others = WORK_PAGES.filter((other) => other.group !== work.group);
    for (const other of others) expect(main).toContain(`href="${workPath(other)}"`);
    expect(text).toContain('Tue, Mar 9');
  });
});

test.each([...PLACES.map(areaPath), ...WORK_PAGES.map(workPath), '/services', '/areas'])(
  '%s has one h1, skips no level, and claims nothing without proof',
  async (path) => {
    const { main, text } = await opened(path);
    const levels = Array.from(main.matchAll(/<h([1-6])/g), ([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    expect(text).not.toMatch(/Santa Barbara (?:and|&) Ventura|(?:two|both) counties/i);
    expect(text).not.toMatch(
      /\b(?:top.rated|rated \d|reviews?|stars?|years of|licensed|bonded|trusted|guarantee\w*)\b|!/i,
    );
  },
);

test.each(['/areas/bakersfield', '/areas/Ojai', '/services/roofing', '/services/hanging', '/areas/constructor'])(
  '%s is not found, and not indexed',
  async (path) => {
    const { html, status, text } = await opened(path);
    expect(status).toBe(404);
    expect(text).toContain('The page you are looking for does not exist.');
    expect(Array.from(html.matchAll(/<meta name="robots" content="([^"]*)"/g), ([, robots]) => robots)).toEqual([
      'noindex',
    ]);
  },
);

test('every page of a service group and of a city can be reached from the home page', async () => {
  const { main } = await opened('/');
  for (const path of [...WORK_PAGES.map(workPath), ...PLACES.map(areaPath), '/services', '/areas']) {
    expect(main).toContain(`href="${path}"`);
  }
});

describe('the area check', () => {
  test.each(['/', '/areas'])('is a plain form on %s', async (path) => {
    const { main } = await opened(path);
    expect(main).toMatch(/<form(?=[^>]*method="get")[^>]*action="\/areas".*name="place".*<button[^>]*type="submit"/s);
  });

  test.each([
    ['93117', /Yes, we come to 93117 That ZIP code is in Goleta and Isla Vista\./],
    ['agoura hills', /Yes, we come to Agoura Hills/],
    ['90210', /90210 isn’t one of our ZIP codes.*Email hello@oak\.example before you book/],
    ['Malibu <b>', /We don’t have “Malibu &lt;b&gt;” on our list.*try the ZIP code/],
  ])('answers %j', async (place, words) => {
    const { text } = await rendered(`/areas?place=${encodeURIComponent(place)}`, NEXT);
    expect(text).toMatch(words);
  });

  test('keeps what was typed, and asks again when nothing was', async () => {
    expect((await rendered('/areas?place=90210', NEXT)).main).toMatch(
      /name="place"[^>]*value="90210"|value="90210"[^>]*name="place"/,
    );
    for (const search of ['', '?place=', '?place=%20']) {
      expect((await rendered(`/areas${search}`, NEXT)).text).not.toMatch(/Yes, we come|isn’t one of|on our list/);
    }
  });
});

describe('the list of services', () => {
  test('is filtered by plain links', async () => {
    const { main, text } = await rendered('/services?group=water');
    expect(text).toContain(`${servicesIn('water').length} of ${SERVICES.length} kinds of work.`);
    expect(text).not.toContain('Gutter Cleaning');
    expect(main).toMatch(/<a[^>]*href="\/services\?group=outdoors"/);
    expect(main).toMatch(/<a(?=[^>]*aria-current="page")[^>]*href="\/services\?group=water"/);
  });

  test('is searched by a plain form, together with the group', async () => {
    expect((await rendered('/services?find=gutter')).text).toContain('One kind of work.');
    expect((await rendered('/services?find=gutter&group=water')).text).toContain('Nothing on the list says “gutter”.');
    expect((await rendered('/services?find=door&group=openings')).main).toMatch(
      /type="hidden" name="group" value="openings"/,
    );
  });

  test.each(['?group=x', '?find=', '?find=%20', '?group=constructor'])('ignores %s', async (search) => {
    const { text } = await rendered(`/services${search}`);
    expect(text).not.toContain('of 38 kinds of work.');
    for (const { title } of SERVICES) expect(text).toContain(title);
  });
});

test('the footer names no more cities than there are', async () => {
  const { text } = await opened('/areas');
  for (const city of CITIES) expect(text).toContain(city);
});
