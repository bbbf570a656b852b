/** What pages load, and when: documents no app, other pages the app where people work or at the first sign that they will. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WORK_PATHS } from '#shared/business/public-pages.ts';
import { APP, delayApp, hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** Bytes of script on the wire that documents may cost: before the load event, and in all. */
const BEFORE_LOAD = 2500;
const IN_ALL = 7500;

/** The scripts that a page has fetched, with their bytes on the wire, and whether it asked for them before it was loaded. */
async function scriptsOf(page: Page) {
  return page.evaluate(() => {
    const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => ({ url: entry.name, bytes: entry.encodedBodySize, isEarly: entry.startTime < loadEventStart }));
  });
}

function sum(scripts: readonly { readonly bytes: number }[]): number {
  return scripts.reduce((bytes, script) => bytes + script.bytes, 0);
}

const DOCUMENTS = ['/', '/pricing', '/services', WORK_PATHS[0]!, '/areas', '/about', '/legal/privacy', '/nowhere'];

/** The page is painted before it loads anything but the small font of its headings. */
async function expectPaintedFirst(page: Page): Promise<void> {
  await hydrated(page);
  const { fonts, files, early } = await page.evaluate(async () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const resources = performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/favicon.'));
    return {
      fonts: Array.from(await document.fonts.ready, ({ family, status }) => `${family.replaceAll('"', '')}: ${status}`),
      files: resources.map(({ name }) => name),
      early: resources.filter(({ startTime }) => startTime < paint!.startTime).map(({ name }) => name),
    };
  });
  expect(early.filter((file) => !file.endsWith('.woff2'))).toEqual([]);
  expect(files.filter((file) => file.endsWith('.woff2'))).toEqual([expect.stringContaining('-ascii-600-')]);
  expect(fonts).toContain('Barlow Semi Condensed: loaded');
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/site.webmanifest');
}

test.each(['/', '/services', '/nowhere'])(
  '%s is painted before it loads anything, and reading and using it loads no app',
  async (path) => {
    const { page } = await shop.visit({ size: 'phone' });
    await page.addInitScript(() => (Math.random = () => 0));
    await page.goto(path);
    await expectPaintedFirst(page);
    await page.keyboard.press('Tab');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).focus();
    await expect.poll(async () => (await scriptsOf(page)).some(({ url }) => url.includes('/vitals-'))).toBe(true);
    await page.waitForLoadState('networkidle');
    const scripts = await scriptsOf(page);
    expect(scripts.filter(({ url }) => APP.test(url))).toEqual([]);
    const early = scripts.filter(({ isEarly }) => isEarly);
    expect(sum(early)).toBeLessThanOrEqual(BEFORE_LOAD);
    expect(sum(scripts)).toBeLessThanOrEqual(IN_ALL);
  },
);

test('from one document to the next, no script is loaded, and each link leads to a document or to the app', async () => {
  const { page } = await shop.visit();
  await page.addInitScript(() => (Math.random = () => 0));
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.add(request.url());
  });
  const others = new Set<string>();
  for (const path of DOCUMENTS) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const rules = JSON.parse((await page.locator('script[type=speculationrules]').textContent()) ?? '') as {
      prefetch: [{ where: { href_matches: string[] } }];
    };
    const ahead = new Set(rules.prefetch[0].where.href_matches);
    for (const href of await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname)))
      if (!ahead.has(href)) others.add(href);
    // Its times may be taken meanwhile.
    expect([...ahead].filter((href) => /^\/(?:book|app|login)/.test(href))).toEqual([]);
    expect(rules).not.toHaveProperty('prerender');
  }
  expect([...asked].map((url) => /\/assets\/([a-z]+)-/.exec(url)?.[1])).toEqual(['entry', 'vitals']);
  expect([...others].toSorted()).toEqual(['/app/profile', '/book', '/login']);
  expect(await page.evaluate(() => HTMLScriptElement.supports('speculationrules'))).toBe(true);
});

test('the pointer over a link into the app fetches the app’s files, and runs none', async () => {
  const { page, complaints } = await shop.visit();
  await page.goto('/');
  await hydrated(page);
  const fetched = page.waitForResponse(APP);
  await page.getByRole('banner').getByRole('link', { name: 'Book' }).hover();
  expect((await fetched).status()).toBe(200);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('link[rel=modulepreload]').count()).toBeGreaterThan(2);
  expect(await page.evaluate(() => 'taken' in document.documentElement.dataset)).toBe(false);
  expect(complaints).toEqual([]);
});

test('/book loads the app at once', async () => {
  const { page } = await shop.visit({ size: 'phone' });
  const loaded = page.waitForRequest(APP);
  await page.goto('/book');
  expect((await loaded).resourceType()).toBe('script');
  await page.waitForFunction(() => 'taken' in document.documentElement.dataset);
});

test('/login loads the app at a key, and a link that is followed meanwhile leads to its page', async () => {
  const { page } = await shop.visit();
  await delayApp(page);
  await page.goto('/login');
  const asked = page.waitForRequest(APP);
  await page.keyboard.press('Shift');
  await asked;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/pricing');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('price');
});
