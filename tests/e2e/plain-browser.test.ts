/** Compares the plain browser (`plain/`) with Chromium without scripts. */
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

/** The texts of all elements of each role. */
async function readRoles(page: AnyPage): Promise<Record<string, string[]>> {
  const texts = await Promise.all(
    ROLES.map(async (role) => {
      const lines = await page.getByRole(role).allInnerTexts();
      return [role, lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())] as const;
    }),
  );
  return Object.fromEntries(texts);
}

describe.each(['phone', 'desktop'] as const)('on a %s', (size) => {
  test('both browsers find the same elements, with the same text', async () => {
    const rendered = await shop.visit({ scripts: false, in: 'chromium', size });
    const plain = await shop.visit({ scripts: false, size });
    const compare = async (path: string) => {
      await rendered.page.goto(path);
      await plain.page.goto(path);
      expect({ path, ...(await readRoles(plain.page)) }).toEqual({ path, ...(await readRoles(rendered.page)) });
    };
    for (const path of PAGES) await compare(path);
    await new AccountPage(plain).signInByCall(OWNER_ACCOUNT, shop);
    await rendered.context.addCookies(await plain.context.cookies());
    for (const path of ACCOUNT) await compare(path);
  });
});
