import assert from 'node:assert/strict';
import { beforeAll, describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import type { AnyLocator } from './any-page.ts';
import { SIZES } from './browser.ts';
import {
  AccountPage,
  type ChromiumAccountPage,
  OWNER_ACCOUNT,
  customer,
  createAccount,
  openShopWithOwner,
} from './account-page.ts';

/** Chooses an action of a menu, and answers yes where it asks first. */
async function press(menu: AnyLocator, words: string): Promise<void> {
  const question = menu.locator('summary').filter({ hasText: words });
  if ((await question.count()) === 0) return menu.getByRole('button', { name: words }).click();
  await question.click();
  await question.locator('..').getByRole('button').click();
}

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

  async function asOwner(): Promise<AccountPage> {
    const account = new AccountPage(await shop.visit({ scripts }));
    await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/users');
    return account;
  }

  async function asOwnerInChromium(): Promise<ChromiumAccountPage> {
    const account = new AccountPage(await shop.visit({ scripts, in: 'chromium' }));
    await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/users');
    return account;
  }

  /** The names in the table, from the top. */
  async function listed({ page }: AccountPage): Promise<string[]> {
    const heads = await page.getByRole('table').getByRole('rowheader').allInnerTexts();
    return heads.map((text) => text.split('\n')[0]?.trim() ?? '');
  }

  test('no field of the filter is required', async () => {
    const { page } = await asOwner();
    await expect.poll(() => page.locator('form[method=get] [required]').count()).toBe(0);
  });

  test('users are listed ten a page, admins first, and sorted, filtered and searched by address', async () => {
    const account = await asOwner();
    const { page } = account;
    await expect.poll(() => listed(account)).toEqual(['Olive Owner', ...names.slice(0, 9)]);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await expect.poll(() => listed(account)).toEqual(names.slice(9));

    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await page.waitForURL('**/app/admin/users?sortBy=name&secondarySortBy=role');
    await expect.poll(() => listed(account)).toEqual(names.slice(0, 10));
    await expect.poll(() => page.locator('th[aria-sort=ascending]').count()).toBe(1);
    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await page.locator('th[aria-sort=descending]').waitFor();
    await expect.poll(() => listed(account)).toEqual(['Olive Owner', ...names.toReversed().slice(0, 9)]);

    await page.getByLabel('Name or email').fill('CUSTOMER.C');
    await account.button('Apply').click();
    await expect.poll(() => listed(account)).toEqual(['Customer C']);
    await expect.poll(() => page.getByLabel('Name or email').inputValue()).toBe('CUSTOMER.C');
    await page.getByLabel('Role').selectOption('Admins');
    await account.button('Apply').click();
    await account.heading('No users found').waitFor();
    await page.getByRole('link', { name: 'Show everyone' }).click();
    await page.getByLabel('Rows').selectOption('25');
    await account.button('Apply').click();
    await expect.poll(() => listed(account)).toHaveLength(13);

    await account.open('/app/admin/users?page=first&pageSize=many&sortBy=password&sortOrder=up&role=god');
    await expect.poll(() => listed(account)).toEqual(['Olive Owner', ...names.slice(0, 9)]);
    await account.open('/app/admin/users?page=99&pageSize=5');
    await page.getByText('There are only 3 pages. This is the last one.').waitFor();
    await page.getByText('Page 3 of 3').waitFor();
    await expect.poll(() => listed(account)).toHaveLength(3);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.getByText('Page 2 of 3').waitFor();
    await account.open('/app/admin/users?pageSize=500');
    await page.getByText('so you see 50 instead of 500').waitFor();
    await expect.poll(() => listed(account)).toHaveLength(13);
  });

  test('an admin appoints another one, disables an account and enables it again', async () => {
    const who = customer(`Changed ${scripts ? 'With' : 'Without'}`);
    const theirs = new AccountPage(await shop.visit({ scripts }));
    await theirs.registerByCalls(who, shop);
    const account = await asOwnerInChromium();
    const { page } = account;

    const change = async (words: string, said: string) => {
      await account.open(`/app/admin/users?search=${who.email}`);
      await account.button(`Change ${who.name}`).click();
      const menu = page.getByRole('group', { name: `${who.name} ${who.email}` });
      await press(menu, words);
      await page.getByText(said, { exact: true }).waitFor();
      // It is about an account whose row may have moved by now.
      await menu.waitFor({ state: 'hidden' });
      await account.open(`/app/admin/users?search=${who.email}`);
    };
    const row = page.getByRole('row').filter({ hasText: who.email });

    await change('Make an admin', `${who.name} is an admin now.`);
    await row.getByText('Admin', { exact: true }).waitFor();
    // A new role is a new sign-in.
    await theirs.open('/app/admin');
    await theirs.arrives('/login');
    await theirs.signIn(who);
    await theirs.arrives('/app/admin');

    await change('Make a regular user', `${who.name} is a regular user now.`);
    await row.getByText('User', { exact: true }).waitFor();
    await change('Disable', `${who.name} is disabled: signed out and kept out.`);
    await row.getByText('Disabled').waitFor();
    await theirs.open('/login');
    await theirs.signIn(who);
    await theirs.heading('Email or password is wrong').waitFor();
    await change('Allow sign-in again', `${who.name} can sign in again.`);
    await theirs.signIn(who);
    await theirs.arrives('/app');
    await change('Sign out everywhere', `${who.name} is signed out everywhere.`);
    await theirs.open('/app/profile');
    await theirs.arrives('/login');
    await expect.poll(() => row.getByText('Disabled').count()).toBe(0);

    // The question is answered by closing the menu, too, and asked anew.
    await account.open(`/app/admin/users?search=${who.email}`);
    const menu = page.getByRole('group', { name: `${who.name} ${who.email}` });
    await account.button(`Change ${who.name}`).click();
    await menu.getByText('Make an admin', { exact: true }).click();
    await account.button('Yes, make an admin').waitFor();
    await menu.getByText('Disable', { exact: true }).click();
    await menu.getByText('is signed out everywhere and can’t sign in').waitFor();
    await page.keyboard.press('Escape');
    await account.button(`Change ${who.name}`).click();
    if (scripts) await account.button('Yes, disable').waitFor({ state: 'hidden' });
    await expect.poll(() => row.getByText('Disabled').count()).toBe(0);

    // By keyboard, in a list that the change takes them out of.
    await account.open('/app/admin/users?role=user');
    await account.button(`Change ${who.name}`).press('Enter');
    await menu.locator('summary').filter({ hasText: 'Make an admin' }).press('Enter');
    await menu.getByRole('button', { name: 'Yes, make an admin' }).press('Enter');
    await page.getByText(`${who.name} is an admin now.`).waitFor();
    await row.waitFor({ state: 'detached' });
    if (scripts)
      await page
        .locator('section:focus')
        .filter({ has: page.getByRole('table') })
        .waitFor();
    await change('Make a regular user', `${who.name} is a regular user now.`);
  });

  test('an action on a user leads back to the list that it was started from', async () => {
    const account = await asOwner();
    const { page } = account;
    const search = '?page=2&pageSize=5&sortBy=name';
    await account.open(`/app/admin/users${search}`);
    const before = await listed(account);
    expect(before).toHaveLength(5);
    await account.button(`Change ${before[1]}`).click();
    await press(page.getByRole('group', { name: before[1] ?? '' }), 'Sign out everywhere');
    await page.getByText(`${before[1]} is signed out everywhere.`).waitFor();
    expect(new URL(page.url()).search).toBe(search);
    await expect.poll(() => listed(account)).toEqual(before);

    await account.open('/app/admin/users?role=admin');
    await account.button(`Change ${OWNER_ACCOUNT.name}`).click();
    await press(page.getByRole('group', { name: OWNER_ACCOUNT.name }), 'Make a regular user');
    await page.getByText('This is the only admin').waitFor();
    expect(new URL(page.url()).search).toBe('?role=admin');
  });

  test('a list that is out of date shows what is true now once its command is refused', async () => {
    const who = customer(`Outdated ${scripts ? 'With' : 'Without'}`);
    await createAccount(who, shop);
    const path = `/app/admin/users?search=${who.email}`;
    const outdated = await asOwner();
    await outdated.open(path);
    const other = await asOwner();
    await other.open(path);
    await other.button(`Change ${who.name}`).click();
    await press(other.page.getByRole('group', { name: who.name }), 'Disable');
    await other.page.getByText(`${who.name} is disabled: signed out and kept out.`).waitFor();

    await outdated.button(`Change ${who.name}`).click();
    await press(outdated.page.getByRole('group', { name: who.name }), 'Make an admin');
    await outdated.page.getByText('That account can’t sign in yet').waitFor();
    const row = outdated.page.getByRole('row').filter({ hasText: who.email });
    await expect.poll(() => row.getByText('Disabled', { exact: true }).count()).toBe(1);
  });

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

  test('the last admin stays an admin, and reads why', async () => {
    const account = await asOwner();
    const { page } = account;
    await account.open('/app/admin/users?role=admin');
    await account.button(`Change ${OWNER_ACCOUNT.name}`).click();
    await press(page.getByRole('group', { name: OWNER_ACCOUNT.name }), 'Make a regular user');
    await page.getByText('This is the only admin').waitFor();
    await account.open('/app/profile');
    await account.part('Delete your account').getByLabel('Your password').fill(OWNER_ACCOUNT.password);
    await account.button('Delete my account').click();
    await account.heading('This is the only admin').waitFor();
    await account.open('/app/admin/users');
    await account.arrives('/app/admin/users');
    await expect.poll(() => listed(account)).toContain(OWNER_ACCOUNT.name);
  });
});
