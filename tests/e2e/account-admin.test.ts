import assert from 'node:assert/strict';
import { beforeAll, describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { SIZES } from './browser.ts';
import { AccountPage, OWNER_ACCOUNT, customer, openShopWithOwner } from './account-page.ts';

describe.each([true, false])('scripts %s', (scripts) => {
  const shop = openShopWithOwner();
  const names = Array.from({ length: 12 }, (_, index) => `Customer ${String.fromCharCode(65 + index)}`);

  beforeAll(async () => {
    for (const name of names) {
      const response = await shop.fetch(rpcPath('register'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(customer(name)),
      });
      assert.equal(response.status, 200);
    }
  });

  async function asOwnerInChromium(): Promise<AccountPage> {
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/users');
    return account;
  }

  /** The names in the table, from the top. */
  async function listed({ page }: AccountPage): Promise<string[]> {
    const heads = await page.getByRole('table').getByRole('rowheader').allInnerTexts();
    return heads.map((text) => text.split('\n')[0]?.trim() ?? '');
  }

  test('on a phone all details of a user are in view, and are still a table', async () => {
    const account = await asOwnerInChromium();
    const { page } = account;
    await page.setViewportSize(SIZES.phone);
    await account.open('/app/admin/users');
    const table = page.getByRole('table');
    const scroller = table.locator('..');
    await expect.poll(() => scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect.poll(() => listed(account)).toHaveLength(10);
    const row = page.getByRole('row').filter({ hasText: OWNER_ACCOUNT.email });
    const cells = row.getByRole('cell');
    await expect.poll(() => cells.count()).toBe(4);
    for (const cell of [row.getByRole('rowheader'), ...(await cells.all())]) {
      const box = await cell.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= SIZES.phone.width).toBe(true);
    }
    await page.getByRole('link', { name: 'Email', exact: true }).click();
    await page.waitForURL('**/app/admin/users?sortBy=email&secondarySortBy=role');
  });

  test('on a phone the menu of an account names the account, and the result of each action', async () => {
    const account = await asOwnerInChromium();
    const { page } = account;
    await page.setViewportSize(SIZES.phone);
    const [name = ''] = names;
    await account.open('/app/admin/users?sortBy=name');
    await account.button(`Change ${name}`).click();
    const menu = page.getByRole('group', { name: new RegExp(`^${name}`) });
    await menu.getByText(name, { exact: true }).waitFor();
    const box = await menu.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= SIZES.phone.width).toBe(true);
    await menu.getByRole('button', { name: 'Send the confirmation email again' }).click();
    await page.getByText(`We emailed ${name} less than two minutes ago`).waitFor();
  });
});
