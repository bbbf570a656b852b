/** Correcting or sending a form again when its mail does not arrive. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { AccountPage, customer, openShopWithOwner } from './account-page.ts';
import { expectVisibleFocus, tabTo } from './keyboard.ts';

const shop = openShopWithOwner();

const AGAIN = { name: 'go back and try again' } as const;

async function hasFocus(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).and(page.locator(':focus')).waitFor();
  await expectVisibleFocus(page);
}

test('a mistyped address is shown and corrected in its form, and no password is kept for that', async () => {
  const account = new AccountPage(await shop.visit({ size: 'phone' }));
  const { page } = account;
  const who = customer('Types Fast');
  const mistyped = who.email.replace('.com', '.cmo');
  await account.register({ ...who, email: mistyped });
  await account.heading('Check your email').waitFor();
  for (const email of [mistyped, who.email]) {
    await tabTo(page, page.getByRole('button', AGAIN));
    await page.keyboard.press('Enter');
    await hasFocus(page, 'Create an account');
    expect(page.url()).toBe(`${shop.origin}/register`);
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(who.name);
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('');
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password').fill(who.password);
    await account.button('Create account').click();
    await account.heading('Check your email').waitFor();
    await page.getByText(who.email).waitFor();
  }
  await shop.mail(who.email, /^Confirm your email/);
});
