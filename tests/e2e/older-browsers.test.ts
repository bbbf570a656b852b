/** A browser without the newer features that `docs/promises.md` lists. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { AccountPage, OWNER_ACCOUNT, customer, createAccount, openShopWithOwner } from './account-page.ts';
import { BookingPage, pay, person, slotText } from './booking-page.ts';
import { NEWER_FEATURES, removeNewerFeatures } from './newer-features.ts';

const shop = openShopWithOwner();

const APIS = NEWER_FEATURES.flatMap(({ apis = [] }) => apis);

/** Deletes script APIs before a page's own scripts run, and removes the other features from style sheets and HTML. */
async function removeFromPages(page: Page): Promise<void> {
  await page.addInitScript((paths) => {
    for (const path of paths) {
      const names = path.split('.');
      const name = names.pop()!;
      let owner: object = window;
      for (const each of names) owner = Reflect.get(owner, each);
      if (!Reflect.deleteProperty(owner, name)) throw new Error(`can't delete ${path}`);
    }
  }, APIS);
  await page.route('**', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    return route.fulfill({ response, body: removeNewerFeatures(await response.text()) });
  });
}

test('a visit is booked and paid for in a browser without newer features', async () => {
  const visitor = await shop.visit({ size: 'phone' });
  const { page } = visitor;
  await removeFromPages(page);
  const booking = new BookingPage(visitor);
  const slot = { date: await shop.day(0), claim: 'am' } as const;
  await page.goto('/');
  await page.getByRole('link', { name: 'Book a half day' }).click();
  await booking.ready();
  const remaining = (paths: readonly string[]) =>
    paths.filter((path) =>
      path.split('.').reduce<unknown>((owner, name) => Reflect.get(owner as object, name), window),
    );
  expect(await page.evaluate(remaining, APIS)).toEqual([]);
  // Without `@property`, Tailwind's fallback sets the style of borders.
  const card = page.locator('.radio-card').first();
  expect(await card.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
  await booking.choose(slot);
  await booking.fillIn(person('Old Phone'));
  await booking.sendToPay();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  await page.getByRole('main').getByText(slotText(slot)).first().waitFor();
});

test('the site uses each newer feature', async () => {
  await createAccount(customer('Has Menu'), shop);
  const owner = new AccountPage(await shop.visit({ scripts: false }));
  await owner.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/users');
  const users = await (await owner.page.request.get('/app/admin/users')).text();
  const home = await (await shop.fetch('/')).text();
  const assets = join(import.meta.dirname, '../../dist/client/assets');
  const files = (await readdir(assets)).filter((file) => /\.(?:css|js)$/.test(file));
  const built = await Promise.all(files.map((file) => readFile(join(assets, file), 'utf8')));
  const all = [home, users, ...built].join('\n');
  const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  const unused = NEWER_FEATURES.filter(
    ({ syntax, apis = [] }) =>
      !(syntax ? all.search(syntax) >= 0 : apis.some((path) => new RegExp(`\\b${nameOf(path)}\\b`).test(all))),
  );
  expect(unused).toEqual([]);
});
