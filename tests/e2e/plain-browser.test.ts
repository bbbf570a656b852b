/** The browser without script of these tests reads pages as Chromium does. */
import { describe, expect, test } from 'vitest';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import type { AnyPage } from './any-page.ts';

const shop = openShopWithOwner();

const ROLES = (
  'alert banner button caption cell checkbox columnheader combobox complementary contentinfo definition group ' +
  'heading link list listitem main navigation radio region row rowheader status table term textbox'
).split(' ');

const PAGES = ['/', '/login', '/book', '/book?month=2027-02'];
const ACCOUNT = ['/app/profile', '/app/admin/users', '/app/admin/schedule?view=month'];

/** How many elements have each role, and their text. */
async function read(page: AnyPage): Promise<Record<string, string[]>> {
  const texts = await Promise.all(
    ROLES.map(async (role) => {
      const lines = await page.getByRole(role).allInnerTexts();
      return [role, lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())] as const;
    }),
  );
  return Object.fromEntries(texts);
}

describe.each(['phone', 'desktop'] as const)('on a %s', (size) => {
  test('each page has the same elements, with the same text', async () => {
    const [rendered, plain] = [
      await shop.visit({ scripts: false, in: 'chromium', size }),
      await shop.visit({ scripts: false, size }),
    ];
    const compare = async (path: string) => {
      await rendered.page.goto(path);
      await plain.page.goto(path);
      expect({ path, ...(await read(plain.page)) }).toEqual({ path, ...(await read(rendered.page)) });
    };
    for (const path of PAGES) await compare(path);
    await new AccountPage(plain).signInByCall(OWNER_ACCOUNT, shop);
    await rendered.context.addCookies(await plain.context.cookies());
    for (const path of ACCOUNT) await compare(path);
  });
});
