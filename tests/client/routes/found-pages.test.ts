import { describe, expect, test } from 'vitest';
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
});
