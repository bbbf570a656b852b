/** Correcting or sending a form again when its mail does not arrive. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
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

test('so is a mistyped address for a password link', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.open('/forgot-password');
  await page.getByLabel('Email').fill('nobody@exmaple.com');
  await account.button('Send the link').click();
  await account.heading('Check your email').waitFor();
  await tabTo(page, page.getByRole('button', AGAIN));
  await page.keyboard.press('Enter');
  await hasFocus(page, 'Forgot your password?');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nobody@exmaple.com');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Email').press('Enter');
  await page.getByText('nobody@example.com').waitFor();
});

const EMAIL = { Email: 'somebody@example.com' };
const FORMS = [
  { path: '/register', texts: { Name: 'Some Body', ...EMAIL }, secrets: { Password: 'the password of somebody' } },
  { path: '/forgot-password', texts: EMAIL, secrets: {} },
] as const;

describe.each([true, false])('scripts %s', (scripts) => {
  test.each(FORMS)(
    'the form of $path is shown again with the sent values, at its own address',
    async ({ path, texts, secrets }) => {
      const account = new AccountPage(await shop.visit({ scripts }));
      const { page } = account;
      await account.open(path);
      for (const [label, text] of Object.entries({ ...texts, ...secrets })) await page.getByLabel(label).fill(text);
      await account.button(/^(Create|Send the)/).click();
      await account.heading('Check your email').waitFor();
      await page.getByRole('button', AGAIN).click();
      await account.button(/^(Create|Send the)/).waitFor();
      for (const [label, text] of Object.entries(texts)) {
        await expect.poll(() => page.getByLabel(label).inputValue()).toBe(text);
      }
      for (const label of Object.keys(secrets)) await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      expect(page.url()).toBe(shop.origin + path);
    },
  );
});
