import { expect, test } from 'vitest';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { problems } from './accessibility.ts';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** Width and height of a PNG. */
function sizeOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function bytesOf(path: string) {
  const response = await shop.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

test('every page for search engines has a picture for social cards', async () => {
  const pictures = new Set<string>();
  for (const path of INDEXED_PATHS) {
    const html = await (await shop.fetch(path)).text();
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const { type, bytes } = await bytesOf(new URL(picture).pathname);
    expect(type).toBe('image/png');
    expect(sizeOf(bytes)).toEqual([1200, 630]);
    pictures.add(bytes.toString('base64'));
  }
  expect(pictures.size).toBe(INDEXED_PATHS.length);
});

test('the icons that pages and the manifest name are there', async () => {
  const html = await (await shop.fetch('/')).text();
  const named = Array.from(
    html.matchAll(/<link rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]+)"/g),
    ([, href]) => href ?? '',
  );
  expect(named).toHaveLength(3);
  for (const path of named) await bytesOf(path);
  const manifest = (await (await shop.fetch('/site.webmanifest')).json()) as {
    icons: { src: string; sizes: string }[];
  };
  for (const { src } of manifest.icons) await bytesOf(src);
  const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'));
  for (const { src, sizes } of drawn) expect(sizeOf((await bytesOf(src)).bytes).join('x')).toBe(sizes);
  expect(sizeOf((await bytesOf('/apple-touch-icon.png')).bytes)).toEqual([180, 180]);
  expect((await bytesOf('/favicon.ico')).type).toBe('image/x-icon');
});

test('the list of services narrows at each key, and its address and links keep the text', async () => {
  const { page } = await shop.visit();
  await page.goto('/services');
  const field = page.getByRole('textbox', { name: 'What needs doing?' });
  const listed = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('use') });
  await field.pressSequentially('door');
  await page
    .getByRole('status')
    .filter({ hasText: /^\d of 38 kinds of work\.$/ })
    .waitFor();
  const titles = await listed.filter({ visible: true }).allInnerTexts();
  expect(titles.filter((text) => !/door/i.test(text))).toEqual([]);
  expect(page.url()).toMatch(/\?find=door$/);

  // Without its script, the address shows the same.
  await page.reload();
  expect(await field.inputValue()).toBe('door');
  expect(await listed.filter({ visible: true }).allInnerTexts()).toEqual(titles);

  await field.fill('doorknob of gold');
  await page.getByText('Nothing on the list says “doorknob of gold”').waitFor();
  expect(await page.getByRole('heading', { level: 3 }).filter({ visible: true }).count()).toBe(0);
  await field.press('Enter');
  expect(page.url()).toMatch(/\?find=doorknob\+of\+gold$/);

  await field.fill('lock');
  await page.getByRole('link', { name: 'Doors and windows' }).first().click();
  await page.waitForURL((url) => url.searchParams.get('group') === 'openings');
  expect(new URL(page.url()).searchParams.get('find')).toBe('lock');
  expect(await field.inputValue()).toBe('lock');
  await field.fill('');
  await page.waitForURL('**/services?group=openings');
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Doors and windows']);
});

test('the pages are accessible in every size and theme', async () => {
  const { page } = await shop.visit();
  const found: string[] = [];
  for (const path of [
    '/areas',
    '/areas?place=91361',
    '/areas?place=90210',
    '/areas/westlake-village',
    '/services',
    '/services?find=x',
    '/services/kitchen-and-bath',
  ]) {
    await page.goto(path);
    await hydrated(page);
    found.push(...(await problems(page)));
  }
  expect(found).toEqual([]);
});
