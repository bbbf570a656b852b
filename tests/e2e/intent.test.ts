import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { WORK_PATHS } from '#shared/business/public-pages.ts';
import { APP, holdApp, hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** Bytes of script on the wire that a page may cost those who only read it. */
const FIRST_SCRIPT = 1250;
const WITH_VITALS = 4750;

/** The scripts that a page has fetched, with their bytes on the wire. */
async function scriptsOf(page: Page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => ({ url: entry.name, bytes: entry.encodedBodySize })),
  );
}

function sum(scripts: readonly { readonly bytes: number }[]): number {
  return scripts.reduce((bytes, script) => bytes + script.bytes, 0);
}

const DOCUMENTS = ['/', '/pricing', '/services', WORK_PATHS[0]!, '/areas', '/about', '/legal/privacy'];

test.each(DOCUMENTS)('reading %s loads no app', async (path) => {
  const { page, complaints } = await shop.visit({ size: 'phone' });
  await page.addInitScript(() => (Math.random = () => 0.9));
  expect((await page.goto(path))?.status()).toBe(200);
  await page.waitForLoadState('networkidle');
  const scripts = await scriptsOf(page);
  expect(scripts.filter(({ url }) => APP.test(url))).toEqual([]);
  expect(sum(scripts)).toBeGreaterThan(0);
  expect(sum(scripts)).toBeLessThan(FIRST_SCRIPT);
  expect(complaints).toEqual([]);
});

test('a view whose speed is measured costs little more', async () => {
  const { page } = await shop.visit({ size: 'phone' });
  await page.addInitScript(() => (Math.random = () => 0));
  await page.goto('/');
  await expect.poll(async () => (await scriptsOf(page)).some(({ url }) => url.includes('/vitals-'))).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(sum(await scriptsOf(page))).toBeLessThan(WITH_VITALS);
});

test.each([
  ['the pointer over a link', 'desktop', (page: Page) => page.getByRole('link', { name: 'Pricing' }).first().hover()],
  ['a key', 'desktop', (page: Page) => page.keyboard.press('Tab')],
  ['a touch of a field', 'phone', (page: Page) => page.getByRole('textbox').first().tap()],
] as const)('%s loads the app', async (_, size, act) => {
  const { page } = await shop.visit({ size });
  await page.goto('/');
  const loaded = page.waitForRequest(APP);
  await act(page);
  expect((await loaded).resourceType()).toBe('script');
  await page.waitForFunction(() => 'taken' in document.documentElement.dataset);
});

describe.each(['before the app is loaded', 'while it loads', 'once it has taken over'] as const)('%s', (moment) => {
  /** Opens a page at that moment. Returns what ends it. */
  async function open(path: string) {
    const { page, complaints } = await shop.visit();
    const letThrough = await holdApp(page);
    await page.goto(path);
    if (moment === 'while it loads') {
      const asked = page.waitForRequest(APP);
      await page.keyboard.press('Shift');
      await asked;
    }
    if (moment === 'once it has taken over') {
      letThrough();
      await hydrated(page);
    }
    return { page, complaints, letThrough };
  }

  test('a link leads to its page', async () => {
    const { page } = await open('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('heading', { level: 1, name: /price|pricing|pay/i }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/pricing');
  });

  test('what is typed stays, and narrows the list', async () => {
    const { page, complaints, letThrough } = await open('/services');
    const field = page.getByLabel('What needs doing?');
    await field.pressSequentially('door');
    letThrough();
    await page.waitForURL('**/services?find=door');
    await hydrated(page);
    expect(await field.inputValue()).toBe('door');
    expect(complaints).toEqual([]);
  });

  test('a form is sent', async () => {
    const { page } = await open('/services');
    await page.getByLabel('What needs doing?').fill('leak');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL('**/services?find=leak');
    expect(await page.getByLabel('What needs doing?').inputValue()).toBe('leak');
  });

  test('the theme changes, and its sign says so', async () => {
    const { page } = await open('/');
    const box = page.getByLabel('Theme');
    await box.selectOption('Dark');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByText('Theme: dark').waitFor();
    await page.reload();
    await page.getByText('Theme: dark').waitFor();
    expect(await box.inputValue()).toBe('dark');
  });
});

test('the document behind a link that is pointed at is fetched ahead, the booking page is not', async () => {
  const { page } = await shop.visit();
  await page.goto('/');
  const rules = await page.locator('script[type=speculationrules]').textContent();
  const [{ where }] = (JSON.parse(rules ?? '') as { prefetch: [{ where: { href_matches: string[] } }] }).prefetch;
  expect(where.href_matches).toEqual(expect.arrayContaining(['/', '/pricing', '/services']));
  expect(where.href_matches.filter((path) => /^\/(?:book|app|login)/.test(path))).toEqual([]);
  expect(await page.evaluate(() => HTMLScriptElement.supports('speculationrules'))).toBe(true);
});
